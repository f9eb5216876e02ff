/** An image in markdown. Brackets and line ends in its alt text are escaped. */
export function imageMarkdown({ alt, path }: { readonly alt: string; readonly path: string }): string {
  const text = alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&');
  return `![${text}](${path})`;
}
