const ENCODE =
  'can’t be read. Percent-encode these characters in the user name and the password: @ (%40), : (%3A), / (%2F), ? (%3F), # (%23), % (%25).';

/** What is wrong with the address of a PostgreSQL server, without any part of it; null: nothing. */
export function databaseUrlProblem(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must start with postgresql://';
  if (!URL.canParse(url)) return ENCODE;
  const { username, password, pathname, search, hash } = new URL(url);
  // A / ? or # in the password ends the host early, and what follows, up to the @, is read as something else.
  const isCut = hash !== '' || pathname.includes('@') || (pathname.length < 2 && search.includes('@'));
  return isCut || !canDecode(username) || !canDecode(password) ? ENCODE : null;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
