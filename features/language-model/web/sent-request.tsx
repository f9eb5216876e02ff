import { Text } from '@mantine/core';
import type { RouteReply } from '#platform/contract/route.ts';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import type { languageModelRoutes } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { readRequest } from './read-request.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './language-model.module.css';

/** What would be sent: its messages as text, its pictures as pictures, and the whole request as it is. */
export function SentRequest({ request: { body, host, left } }: { request: RouteReply<typeof languageModelRoutes.prepareModelRequest> }) {
  const { texts, pictures, raw } = readRequest(body);
  return (
    <section aria-label="What is sent" className={layout.stack}>
      <Text size="sm">{MESSAGES.sent(host, fileSizeText(new TextEncoder().encode(body).length), left)}</Text>
      <Scrolled text={texts.join('\n\n')} />
      {pictures.map((url) => (
        <img key={url} src={url} alt="Sent with the text" className={classes.picture} />
      ))}
      <details>
        <summary>{MESSAGES.raw}</summary>
        <Scrolled text={raw} />
      </details>
    </section>
  );
}

function Scrolled({ text }: { text: string }) {
  return (
    // Scrolls, so that it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={`${layout.codeBox} ${classes.sent}`} tabIndex={0}>
      {text}
    </pre>
  );
}
