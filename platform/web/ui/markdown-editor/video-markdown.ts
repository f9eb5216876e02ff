import { type EditorState, type TransactionSpec, EditorSelection } from '@codemirror/state';
import { imageMarkdown } from '#platform/content/image-markdown.ts';
import { readHttps } from '#platform/content/video-hosts.ts';

/** A video in the text. */
export interface VideoInText {
  from: number;
  to: number;
  address: string;
  title: string;
}

const VIDEO = /<(iframe|video)\s[^>]*>\s*<\/\1>/gi;

/** The player of a host in a lesson; markdown keeps this HTML (platform/content/markdown-schema.ts). */
export function videoFrame(address: string, title: string): string {
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" width="560" height="315" allowfullscreen></iframe>`;
}

/** A video file in a lesson. Markdown adds what the browser needs to know (platform/content/markdown-videos.ts). */
export function videoFile(address: string, title: string): string {
  return `<video src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" width="560" controls></video>`;
}

/** A link to a video that can't be embedded. */
export function videoLink(address: string, title: string): string {
  const path = address.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  // An image without its exclamation mark is a link.
  return imageMarkdown({ alt: title, path }).slice(1);
}

/** The video that contains the cursor; null: none. */
export function videoAt(state: EditorState): VideoInText | null {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  for (const { 0: frame, index } of line.text.matchAll(VIDEO)) {
    const start = line.from + index;
    const end = start + frame.length;
    const address = attributeOf(frame, 'src');
    if (from >= start && to <= end && readHttps(address) !== null)
      return { from: start, to: end, address, title: attributeOf(frame, 'title') };
  }
  return null;
}

/** Replaces a video, or inserts one at the cursor as a separate paragraph; the cursor moves after it. */
export function putVideo(state: EditorState, text: string, replaced: VideoInText | null): TransactionSpec {
  const at = replaced ?? { from: state.selection.main.to, to: state.selection.main.to };
  const line = state.doc.lineAt(at.from);
  const isAlone = replaced !== null || state.sliceDoc(line.from, at.from).trim() === '';
  const isAtEnd = replaced !== null || state.sliceDoc(at.to, line.to).trim() === '';
  const insert = `${isAlone ? '' : '\n\n'}${text}${isAtEnd ? '' : '\n\n'}`;
  return {
    changes: { ...at, insert },
    selection: EditorSelection.cursor(at.from + insert.length),
    userEvent: 'input.paste',
    scrollIntoView: true,
  };
}

function attributeOf(frame: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(frame)?.[1] ?? '';
  return value
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function escapeAttribute(text: string): string {
  return text
    .replace(/&(?=[a-z#][\w]*;)/gi, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
