import { Badge, Button } from '@mantine/core';
import { TextLink } from '#platform/web/ui/links.tsx';
import { isPreflightRule, PREFLIGHT_RULES } from '../contract/preflight-rules.ts';
import { canAccept, type ReleaseFinding } from '../contract/preflight.ts';
import { SEVERITY_ICONS } from './finding-counts.tsx';
import { findingLink, findingPlaceText } from './finding-link.ts';
import classes from './preflight.module.css';

interface FindingRowProps {
  finding: ReleaseFinding;
  isReadOnly: boolean;
  /** It is being fixed. */
  isBusy: boolean;
  onFix: () => void;
  onAccept: () => void;
  onAddWord: () => void;
  onReopen: () => void;
  /** Its place was opened. */
  onOpen?: () => void;
}

/** The id of the link of a finding, for the focus. */
export function findingId({ lesson_id, fingerprint }: ReleaseFinding): string {
  return `finding-${lesson_id}-${fingerprint}`;
}

/** One finding: what it is, where it opens, and what can be done about it. */
export function FindingRow({ finding, isReadOnly, isBusy, onFix, onAccept, onAddWord, onReopen, onOpen }: FindingRowProps) {
  const { severity, rule, message, accepted, fix } = finding;
  const Icon = SEVERITY_ICONS[severity];
  const title = isPreflightRule(rule) ? PREFLIGHT_RULES[rule].title : rule;
  return (
    <li className={classes.finding} data-accepted={accepted !== null || undefined}>
      <span className={classes.severity} data-severity={severity}>
        <Icon size={18} role="img" aria-label={severity} />
      </span>
      <div className={classes.said}>
        <PlaceLink finding={finding} onOpen={onOpen}>
          {message}
        </PlaceLink>
        <span className={classes.where}>
          {findingPlaceText(finding)} · {title}
        </span>
        {accepted === null ? null : (
          <span className={classes.where}>
            <Badge color="draft" size="sm">
              Accepted
            </Badge>{' '}
            {accepted}
          </span>
        )}
      </div>
      {isReadOnly ? null : (
        <div className={classes.actions}>
          {fix === null || accepted !== null ? null : (
            <Button size="compact-sm" variant="default" loading={isBusy} onClick={onFix} aria-label={`${fix}: ${message}`}>
              {fix}
            </Button>
          )}
          {accepted !== null ? (
            <Button size="compact-sm" variant="default" onClick={onReopen} aria-label={`Show again: ${message}`}>
              Show again
            </Button>
          ) : rule === 'spelling' ? (
            <Button size="compact-sm" variant="default" onClick={onAddWord} aria-label={`Add to dictionary: ${message}`}>
              Add to dictionary
            </Button>
          ) : canAccept(rule) ? (
            <Button size="compact-sm" variant="default" onClick={onAccept} aria-label={`Accept: ${message}`}>
              Accept
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}

function PlaceLink({ finding, onOpen, children }: { finding: ReleaseFinding; onOpen: (() => void) | undefined; children: string }) {
  const link = findingLink(finding);
  const lessonId = finding.lesson_id;
  const id = findingId(finding);
  return link.to === 'screen' ? (
    <TextLink
      id={id}
      to="/lesson/$lessonId/screen/$screenId"
      params={{ lessonId, screenId: String(link.screenId) }}
      search={link.search}
      preload={false}
      onClick={onOpen}
    >
      {children}
    </TextLink>
  ) : (
    <TextLink
      id={id}
      to="/lesson/$lessonId"
      params={{ lessonId }}
      search={link.tab === null ? {} : { tab: link.tab }}
      preload={false}
      onClick={onOpen}
    >
      {children}
    </TextLink>
  );
}
