import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { isYouTubeLink, readVideo, readYouTubeLink, videoAddress, type VideoResult } from '#platform/content/video-address.ts';
import { VIDEO_FILE_NAMES } from '#platform/content/video-hosts.ts';
import { Dialog } from '../dialog.tsx';
import { useFocusFirstError } from '../focus-first-error.ts';
import { useReturnFocus } from '../use-return-focus.ts';
import { videoHostsQuery } from './video-hosts.ts';
import { videoFile, videoFrame, type VideoInText, videoLink } from './video-markdown.ts';
import classes from './markdown-editor.module.css';

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
  // Without the list, videos of other hosts than YouTube are inserted as links, and the dialog says so.
  const { data: hosts = [], isPending } = useQuery(videoHostsQuery);
  return (
    <Dialog opened onClose={onClose} title={video ? 'Edit Video' : 'Add Video'}>
      {isPending ? null : <VideoForm video={video} hosts={hosts} onInsert={onInsert} onClose={onClose} />}
    </Dialog>
  );
}

/** A player that starts where it is asked to, and plays to the end. */
const NO_END = 'Not available for this host';

function VideoForm({ video, hosts, onInsert, onClose }: VideoDialogProps & { hosts: readonly string[] }) {
  const [fields, setFields] = useState(() => fieldsOf(video, hosts));
  const [refusals, setRefusals] = useState(0);
  const form = useFocusFirstError(refusals);
  const result = videoAddress(fields, hosts);
  const isLink = result.kind === 'link';
  const hasEnd = isLink || result.kind === 'refused' || result.hasEnd;
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
          onChange={(event) => change(urlChange(event.currentTarget.value, fields, hosts))}
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
              description={field === 'end' && !hasEnd ? NO_END : 'In seconds'}
              inputMode="numeric"
              disabled={isLink || (field === 'end' && !hasEnd)}
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
          {result.kind === 'refused' ? '' : isLink ? asLink(hosts) : `Shown from ${result.address}`}
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

/** Why an address becomes a link. */
function asLink(hosts: readonly string[]): string {
  const names = new Intl.ListFormat('en').format(['YouTube', ...hosts]);
  const files = new Intl.ListFormat('en', { type: 'disjunction' }).format(VIDEO_FILE_NAMES);
  return `This address is inserted as a link. Videos of ${names} play inside a lesson, and files that end with ${files}.`;
}

function fieldsOf(video: VideoInText | null, hosts: readonly string[]) {
  const url = video?.address ?? '';
  const known = readVideo(url, hosts);
  const [start = '', end = ''] = [known?.start, known?.end].map((seconds) => (typeof seconds === 'number' ? String(seconds) : ''));
  return { url, isYouTube: readYouTubeLink(url) !== null, start, end, title: video?.title ?? '' };
}

/** A YouTube link ticks the box. Every link fills in its times; an entered time stays. */
function urlChange(url: string, before: { url: string; isYouTube: boolean; start: string; end: string }, hosts: readonly string[]) {
  const video = readVideo(url, hosts);
  const earlier = readVideo(before.url, hosts);
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
  // Screen readers need a name for the player.
  const name = title === '' ? 'Video' : title;
  if (result.kind === 'frame') return videoFrame(result.address, name);
  if (result.kind === 'file') return videoFile(result.address, name);
  return videoLink(result.address, title === '' ? 'Watch the video' : title);
}
