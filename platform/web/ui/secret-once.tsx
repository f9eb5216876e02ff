import { Button, CopyButton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Banner } from './banner.tsx';
import classes from './fields.module.css';
import layout from './layout.module.css';

interface SecretOnceProps {
  label: string;
  /** What to do with the secret. */
  text: string;
  value: string;
  onClose: () => void;
}

/** A secret that is shown only once, with a copy button. It scrolls into view, and stays until it is closed. */
export function SecretOnce({ label, text, value, onClose }: SecretOnceProps) {
  const box = useRef<HTMLDivElement>(null);
  // It may be asked for in a row far below. A body without a value: newer browsers return a promise, which is no clean-up.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Banner kind="success" onClose={onClose}>
      <Stack gap="xs" ref={box}>
        <Text size="sm">{text}</Text>
        <div className={layout.wrap}>
          <TextInput
            className={classes.value ?? ''}
            classNames={{ input: classes.secretOnceInput ?? '' }}
            aria-label={label}
            value={value}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </div>
      </Stack>
    </Banner>
  );
}
