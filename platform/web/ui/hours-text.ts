/** Formats hours: `12 h`, `0.5 h`; a dash for unknown. */
export function hoursText(hours: number | null): string {
  return hours === null ? '–' : `${hours.toLocaleString('en', { maximumFractionDigits: 2 })} h`;
}
