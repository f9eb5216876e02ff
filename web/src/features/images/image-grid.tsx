import type { Image } from '#contract/images.ts';
import { fileSizeText } from '#web/ui/file-size-text.ts';
import { Highlighted } from '#web/ui/highlight.tsx';
import classes from './images.module.css';

interface ImageGridProps {
  images: readonly Image[];
  selectedId: number | null;
  onSelect: (image: Image) => void;
}

/** A grid to choose an image from, by mouse or arrow keys. */
export function ImageGrid({ images, selectedId, onSelect }: ImageGridProps) {
  return (
    <div className={classes.grid} role="radiogroup" aria-label="Images of the lesson">
      {images.map((image) => (
        <label key={image.id} className={classes.card} data-selected={image.id === selectedId || undefined}>
          <input
            type="radio"
            name="lesson-image"
            className={classes.radio}
            checked={image.id === selectedId}
            onChange={() => onSelect(image)}
          />
          <span className={classes.thumb}>
            <img src={image.s3_url} alt="" loading="lazy" />
          </span>
          <span className={classes.name} title={image.file_name}>
            <Highlighted text={image.file_name} />
          </span>
          <span className={classes.figures}>
            {image.width} × {image.height} · {fileSizeText(image.bytes)}
          </span>
        </label>
      ))}
    </div>
  );
}
