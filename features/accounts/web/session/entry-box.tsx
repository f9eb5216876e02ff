import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './entry-box.module.css';

/** The box on pages before sign-in. */
export function EntryBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page} data-template="form">
      <title>{`${title} · Lessonwright`}</title>
      <Paper withBorder className={classes.box ?? ''}>
        <Stack gap="md">
          <div className={classes.brand}>
            <img src="/icon.svg" alt="" width={22} height={22} />
            <span>Lessonwright</span>
          </div>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
