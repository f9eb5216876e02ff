import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { RunFile } from '#platform/contract/run-outcome.ts';
import { bytesOf, sizeText, viewOf } from './run-files.ts';
import { isRunning, type RunView } from './run-state.ts';
import { Stream } from './stream.tsx';
import classes from './output-pane.module.css';

/** The files that a run wrote, shown here or downloaded. */
export function FilesTab({ run }: { run: RunView }) {
  const [shownName, setShownName] = useState<string | null>(null);
  const files = run.result?.files ?? [];
  const shown = files.find(({ name }) => name === shownName);
  if (files.length === 0) {
    return <p className={classes.empty}>{isRunning(run) ? 'Files appear after the code runs.' : emptyText(run)}</p>;
  }
  return (
    <div className={classes.results}>
      {run.result?.cut.includes('files') ? <p className={classes.empty}>Too many files to keep. The first ones are shown.</p> : null}
      <ul className={classes.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.name}>
            <button type="button" aria-pressed={file.name === shownName} onClick={() => setShownName(file.name)}>
              {file.name}
            </button>
            <span>{sizeText(file.size)}</span>
          </li>
        ))}
      </ul>
      {shown ? <ShownFile file={shown} /> : null}
    </div>
  );
}

function emptyText(run: RunView): string {
  return run.result === null ? 'Run the code to see which files it writes.' : 'The code wrote no files.';
}

function ShownFile({ file }: { file: RunFile }) {
  const view = viewOf(file);
  return (
    <section className={classes.file} aria-label={file.name}>
      <header>
        <strong>{file.name}</strong>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={file.content === null}
          onClick={() => download(file)}
        >
          Download
        </Button>
      </header>
      {view.kind === 'text' ? <Stream text={view.text} label="Output" isGrowing={false} /> : null}
      {view.kind === 'image' ? <img className={classes.plot} src={view.address} alt={file.name} /> : null}
      {view.kind === 'none' ? <p className={classes.empty}>{noViewText(file)}</p> : null}
    </section>
  );
}

function noViewText(file: RunFile): string {
  return file.content === null ? 'This file is too large to keep.' : 'This file can’t be shown here. Download it to open it.';
}

/** As plain bytes, so that the browser never opens it. */
function download(file: RunFile): void {
  const bytes = bytesOf(file);
  if (bytes === null) return;
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name.split('/').at(-1) ?? 'file';
  link.click();
  URL.revokeObjectURL(address);
}
