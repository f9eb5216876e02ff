import { Button, Group, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { Image } from '#features/lesson-files/contract/images.ts';
import type { EditorImage } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { MESSAGES } from './messages.ts';
import classes from '../lesson-parts.module.css';

interface InsertFormProps {
  image: Image;
  suggestedAlt: string;
  onInsert: (image: EditorImage) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks for the alt text, and warns once when it is empty. */
export function InsertForm({ image, suggestedAlt, onInsert, onDelete, onClose }: InsertFormProps) {
  const [alt, setAlt] = useState(suggestedAlt);
  const [isWarned, setWarned] = useState(false);
  const isEmpty = alt.trim() === '';

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // The dialog is a portal: it is below the page in React's tree but not in the DOM.
    event.stopPropagation();
    if (isEmpty && !isWarned) setWarned(true);
    else onInsert({ path: image.markdown_path, alt: alt.trim() });
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Alt text"
        description={`Describe “${image.file_name}” for people who can’t see it`}
        maxLength={500}
        value={alt}
        onChange={(event) => {
          setAlt(event.currentTarget.value);
          setWarned(false);
        }}
      />
      <div role="status" className={classes.warning}>
        {isWarned && isEmpty ? MESSAGES.noAlt : ''}
      </div>
      <Group justify="space-between" gap="xs">
        <Button variant="default" onClick={onDelete}>
          Delete image
        </Button>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{isWarned && isEmpty ? 'Insert without alt text' : 'Insert'}</Button>
        </Group>
      </Group>
    </form>
  );
}
