import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { REPEATS_MAX, type ExaminedScreen, type TrustFinding } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { adviceFor, changedLines, levelOf } from './trust-rules.ts';
import { LevelBadge } from './trust-table.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from './check-trust.module.css';

interface TrustFindingsProps {
  lessonId: number;
  screen: ExaminedScreen;
  isRunning: boolean;
  /** @param repeats Absent: the usual number. */
  onExamine: (repeats?: number) => void;
  onClose: () => void;
}

/** What the examination of one screen's checks found, with the submissions. */
export function TrustFindings({ lessonId, screen, isRunning, onExamine, onClose }: TrustFindingsProps) {
  const { trust } = screen;
  return (
    <section className={classes.findings} aria-label="Findings">
      <div className={layout.wrapCentered}>
        <h2>
          {screen.sequence}. {screen.title || 'Untitled'}
        </h2>
        <LevelBadge level={levelOf(trust)} />
        <div className={classes.actions}>
          <LinkButton
            size="xs"
            variant="default"
            to="/lesson/$lessonId/screen/$screenId"
            params={{ lessonId, screenId: String(screen.screen_id) }}
          >
            Open screen
          </LinkButton>
          <Button size="xs" leftSection={<IconPlayerPlay size={15} aria-hidden />} disabled={isRunning} onClick={() => onExamine()}>
            Examine this screen
          </Button>
          <Button size="xs" variant="default" title={MESSAGES.thorough} disabled={isRunning} onClick={() => onExamine(REPEATS_MAX)}>
            Repeat {REPEATS_MAX} times
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
      {trust && !trust.is_current ? <Banner kind="info">{MESSAGES.outdated}</Banner> : null}
      {trust?.findings.length === 0 ? <p className={layout.dimmed}>{MESSAGES.noFindings}</p> : null}
      {trust && trust.findings.length > 0 ? (
        <ul className={classes.list}>
          {trust.findings.map((finding) => (
            <Finding key={`${finding.text} ${finding.code}`} finding={finding} answer={screen.answer_code} />
          ))}
        </ul>
      ) : null}
      {trust?.not_tried.map((text) => (
        <p key={text} className={layout.dimmed}>
          {text}
        </p>
      ))}
    </section>
  );
}

/** The sentence, and the code: what differs from the answer, or all of it. */
function Finding({ finding, answer }: { finding: TrustFinding; answer: string }) {
  const advice = adviceFor(finding);
  const lines = finding.line === null ? [] : changedLines(answer, finding.code);
  return (
    <li className={classes.finding}>
      <p>{finding.text}</p>
      {advice === null ? null : <p className={layout.dimmed}>{advice}</p>}
      {finding.line === null ? (
        finding.code.trim() === '' ? null : (
          <pre className={`${layout.codeBox} ${classes.code}`}>{finding.code.trimEnd()}</pre>
        )
      ) : lines.length === 0 ? (
        <p className={layout.dimmed}>{MESSAGES.noLines}</p>
      ) : (
        <pre className={`${layout.codeBox} ${classes.code}`}>
          {lines.map(({ kind, text }, index) => (
            <span key={index} data-kind={kind}>
              <span className={classes.sign}>{kind === 'added' ? '+' : '−'}</span> {text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}
