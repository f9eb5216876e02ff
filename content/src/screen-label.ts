/** A §2: 'sequence. title'; a screen without a title reads 'Screen N'. */
export function screenLabel(screen: { readonly sequence: number; readonly title: string }): string {
  const title = screen.title.trim();
  return title === '' ? `Screen ${screen.sequence}` : `${screen.sequence}. ${title}`;
}
