/** An alt text as it is written in markdown: on one line, with brackets escaped. */
export function altMarkdown(alt: string): string {
  return alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&');
}

/** An image in markdown. */
export function imageMarkdown({ alt, path }: { readonly alt: string; readonly path: string }): string {
  return `![${altMarkdown(alt)}](${path})`;
}
