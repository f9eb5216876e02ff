import { Button, CopyButton, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Banner } from '#platform/web/ui/banner.tsx';
import { SECURITY_MESSAGES } from './security-messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../accounts.module.css';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  // They are shown once, so they must not be below the edge of the window.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const text = `${codes.join('\n')}\n`;
  return (
    <Banner kind="success" onClose={onClose}>
      <Stack gap="xs" ref={element}>
        <Text size="sm">{SECURITY_MESSAGES.codesOnce}</Text>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={layout.wrap}>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="lessonwright-recovery-codes.txt"
          >
            Download
          </Button>
        </div>
      </Stack>
    </Banner>
  );
}
