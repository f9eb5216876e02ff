import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as sent. */
  readonly raw: string;
}

export interface TestSmtpServer {
  /** For LESSONWRIGHT_SMTP_URL. */
  readonly url: string;
  readonly emails: ReceivedEmail[];
  /** Refuses the next emails with this reason; null: accepts them. */
  refuse(reason: string | null): void;
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it receives. With a login it requires it. Close it. */
export async function startSmtpServer(login?: { user: string; password: string }): Promise<TestSmtpServer> {
  const emails: ReceivedEmail[] = [];
  let refusal: string | null = null;
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : new Error('Wrong login'), isRight ? { user: username } : undefined);
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusal !== null) return done(new Error(refusal));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        emails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString('utf8') });
        return done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    emails,
    refuse: (reason) => (refusal = reason),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
