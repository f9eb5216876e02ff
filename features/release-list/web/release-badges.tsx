import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconFlag, IconLock, IconPencil, IconUnlink } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Release } from '#features/releases/contract/releases.ts';
import { MESSAGES } from './messages.ts';
import classes from './releases.module.css';

interface ShownBadge {
  text: string;
  color: string;
  /** Replaces the text in narrow columns. */
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean; className?: string }>;
  title: string;
}

/** The special states of a release, most important first. */
function badgesOf(release: Release): ShownBadge[] {
  const badges: ShownBadge[] = [];
  if (release.is_main) badges.push({ text: 'main', color: 'success', icon: IconFlag, title: 'The published lessons' });
  if (release.is_drafts) {
    badges.push({ text: 'drafts', color: 'draft', icon: IconPencil, title: 'Created automatically for one author' });
  }
  if (release.is_closed) badges.push({ text: 'closed', color: 'draft', icon: IconLock, title: MESSAGES.closed });
  if (release.detached_at !== null) badges.push({ text: 'detached', color: 'draft', icon: IconUnlink, title: MESSAGES.detached });
  else {
    if (release.deletion_date !== null) {
      const title = MESSAGES.deletedOnHost(new Date(release.deletion_date));
      badges.push({ text: 'deleted on the code host', color: 'error', icon: IconCloudOff, title });
    }
    if (release.commit_error !== null) {
      badges.push({ text: 'commit error', color: 'error', icon: IconAlertTriangle, title: release.commit_error });
    }
  }
  return badges;
}

/** Badges: main, drafts, closed, detached, deleted on the code host, commit error. */
export function ReleaseBadges({ release }: { release: Release }) {
  return (
    <span className={classes.badges}>
      {badgesOf(release).map(({ text, color, icon: Icon, title }) => (
        <Badge key={text} color={color} title={title}>
          <span className={classes.badgeText}>{text}</span>
          <span className={classes.badgeIcon} role="img" aria-label={text}>
            <Icon size={12} aria-hidden />
          </span>
        </Badge>
      ))}
    </span>
  );
}
