import { use } from 'react';
import { routeUrl } from '#platform/contract/client.ts';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { pullDiffRoutes, type DiffSide, type FileDiff } from '../contract/pull-diffs.ts';
import { ReviewContext } from './review-context.ts';
import classes from './diff.module.css';

const SIDES = { before: 'Before', after: 'After' } as const;

/** A picture before and after, side by side. */
export function ImageDiff({ file, folder }: { file: FileDiff; folder: string }) {
  return (
    <div className={classes.images}>
      {(['before', 'after'] as const).map((side) => (
        <Side key={side} file={file} folder={folder} side={side} />
      ))}
    </div>
  );
}

function Side({ file, folder, side }: { file: FileDiff; folder: string; side: DiffSide }) {
  const { releaseId, commits, imageAddress } = use(ReviewContext);
  const size = file.size[side];
  if (size === null) return null;
  const below = `lessons/${folder}/`;
  const whole = (side === 'before' ? file.from : null) ?? file.path;
  const path = whole.startsWith(below) ? whole.slice(below.length) : whole;
  // The commit makes the browser load the picture again after a change.
  const inPull = () =>
    `${routeUrl(pullDiffRoutes.showPullImage, { params: { id: releaseId }, query: { folder, side, path } })}#${commits[side]}`;
  const address = imageAddress?.(side, path) ?? inPull();
  return (
    <figure className={classes.image} data-side={side}>
      <figcaption>
        {SIDES[side]} · {fileSizeText(size)}
      </figcaption>
      <img src={address} alt={`${path}, ${SIDES[side].toLowerCase()}`} />
    </figure>
  );
}
