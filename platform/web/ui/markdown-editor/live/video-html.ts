/** Whether a block of HTML is one player and nothing else. */
export function isVideoHtml(html: string): boolean {
  const text = html.trim().toLowerCase();
  return ['iframe', 'video'].some(
    (tag) =>
      (text.startsWith(`<${tag} `) || text.startsWith(`<${tag}\n`)) &&
      text.endsWith(`</${tag}>`) &&
      text.indexOf(`</${tag}>`) === text.length - tag.length - 3,
  );
}
