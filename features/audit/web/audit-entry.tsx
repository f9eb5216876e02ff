import { Button } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '#platform/web/ui/links.tsx';
import { momentText } from '#platform/web/ui/relative-time-text.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { AuditLine } from '../contract/audit.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './audit.module.css';

/** An entry as a sentence, with what was recorded on request. */
export function AuditEntry({ line }: { line: AuditLine }) {
  const [isOpen, setOpen] = useState(false);
  const sentence = line.sentence.map(({ text }) => text).join('');
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <span className={classes.what}>
          {line.sentence.map(({ text, link }, at) => (
            <span key={at}>{link === null ? text : <PageLink to={link}>{text}</PageLink>}</span>
          ))}
          <span className={layout.note}>
            {' · '}
            <RelativeTime at={line.at} />
            {line.release === null || sentence.includes(`“${line.release}”`) ? '' : ` · ${line.release}`}
            {line.change === null ? null : (
              <>
                {' · '}
                <PageLink to={line.change}>{MESSAGES.change}</PageLink>
              </>
            )}
          </span>
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${MESSAGES.details}: ${sentence}`}
          onClick={() => setOpen(!isOpen)}
        >
          {MESSAGES.details}
        </Button>
      </div>
      {isOpen ? <Details line={line} /> : null}
    </li>
  );
}

/** What the entry has, as it was recorded. */
function Details({ line: { at, person, action, thing, address, request_id, details } }: { line: AuditLine }) {
  const rows: readonly (readonly [string, string | null])[] = [
    ['When', momentText(new Date(at))],
    ['Who', person === null ? MESSAGES.nobody : person.email],
    ['Action', action],
    ['About', thing],
    ['Network address', address],
    ['Request', request_id],
    ...Object.entries(details).map(
      ([name, value]) => [name.replaceAll('_', ' '), typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  ];
  return (
    <div className={classes.details}>
      <dl className={classes.recorded}>
        {rows.map(([name, value]) =>
          value === null || value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {thing === null ? null : (
        <TextLink to="/audit" search={{ thing }} size="xs">
          {MESSAGES.aboutThis}
        </TextLink>
      )}
    </div>
  );
}

/** A link that the server made: a path, perhaps with a search. */
function PageLink({ to, children }: { to: string; children: string }) {
  const [path = '', search = ''] = to.split('?');
  return (
    <TextLink to={path} search={Object.fromEntries(new URLSearchParams(search))} inherit underline="always">
      {children}
    </TextLink>
  );
}
