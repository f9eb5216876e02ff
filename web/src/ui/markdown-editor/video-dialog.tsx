import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isYouTubeLink, readYouTubeLink, videoAddress, type VideoResult } from '#content/video-address.ts';
import { useFocusFirstError } from '../focus-first-error.ts';
import classes from './markdown-editor.module.css';
import { videoFrame, type VideoInText, videoLink } from './video-markdown.ts';
import { useReturnFocus } from '../use-return-focus.ts';

interface VideoDialogProps {
  /** The video to edit; null: a new one. */
  video: VideoInText | null;
  /** Called with its markdown. */
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

/** Adds or edits a video, with start and end time. Open while rendered. */
export function VideoDialog({ video, onInsert, onClose }: VideoDialogProps) {
  useReturnFocus(true);
  return (
    <Modal opened onClose={onClose} title={video ? 'Edit Video' : 'Add Video'}>
      <VideoForm video={video} onInsert={onInsert} onClose={onClose} />
    </Modal>
  );
}

const NOT_YOUTUBE = 'Only YouTube videos play inside a lesson. This address is inserted as a link.';

function VideoForm({ video, onInsert, onClose }: VideoDialogProps) {
  const [fields, setFields] = useState(() => fieldsOf(video));
  const [refusals, setRefusals] = useState(0);
  const form = useFocusFirstError(refusals);
  const result = videoAddress(fields);
  const error = (field: string) => (refusals > 0 && result.kind === 'refused' && result.field === field ? result.error : null);
  const change = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }));

  function submit(event: SubmitEvent) {
    event.preventDefault();
    // The dialog is a portal: it is below the page in React's tree but not in the DOM.
    event.stopPropagation();
    if (result.kind === 'refused') setRefusals(refusals + 1);
    else onInsert(markdownOf(result, fields.title.trim()));
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="URL"
          description="A URL that begins with https://, or the ID of a YouTube video"
          data-autofocus
          value={fields.url}
          error={error('url')}
          onChange={(event) => change(urlChange(event.currentTarget.value, fields))}
        />
        <Checkbox
          label="YouTube"
          description="Selected automatically for YouTube links"
          checked={fields.isYouTube}
          onChange={(event) => change({ isYouTube: event.currentTarget.checked })}
        />
        <Group grow align="flex-start">
          {(['start', 'end'] as const).map((field) => (
            <TextInput
              key={field}
              label={field === 'start' ? 'Start time' : 'End time'}
              description="In seconds"
              inputMode="numeric"
              disabled={result.kind === 'link'}
              value={fields[field]}
              error={error(field)}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          ))}
        </Group>
        <TextInput
          label="Title"
          description="Describe the video for people who can’t see it"
          maxLength={200}
          value={fields.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <p className={classes.videoAddress} role="status">
          {result.kind === 'embed' ? `Shown from ${result.address}` : result.kind === 'link' ? NOT_YOUTUBE : ''}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{video ? 'Save video' : 'Add video'}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function fieldsOf(video: VideoInText | null) {
  const known = readYouTubeLink(video?.address ?? '');
  const [start, end] = [known?.start, known?.end].map((seconds) => (typeof seconds === 'number' ? String(seconds) : ''));
  return { url: video?.address ?? '', isYouTube: known !== null, start: start ?? '', end: end ?? '', title: video?.title ?? '' };
}

/** A YouTube link ticks the box and fills in its start time; an entered time stays. */
function urlChange(url: string, before: { url: string; isYouTube: boolean; start: string; end: string }) {
  const video = readYouTubeLink(url);
  const earlier = readYouTubeLink(before.url);
  // A link is typed character by character: a time that came from it follows it, an entered one stays.
  const time = (field: 'start' | 'end') => {
    const isEntered = before[field] !== '' && before[field] !== String(earlier?.[field] ?? '');
    return isEntered ? before[field] : String(video?.[field] ?? '');
  };
  const isOther = /^https?:\/\//i.test(url.trim()) && !isYouTubeLink(url);
  return {
    url,
    isYouTube: isYouTubeLink(url) || (before.isYouTube && !isOther),
    start: time('start'),
    end: time('end'),
  };
}

function markdownOf(result: Exclude<VideoResult, { kind: 'refused' }>, title: string): string {
  // Screen readers need a name for the frame.
  if (result.kind === 'embed') return videoFrame(result.address, title === '' ? 'Video' : title);
  return videoLink(result.address, title === '' ? 'Watch the video' : title);
}
