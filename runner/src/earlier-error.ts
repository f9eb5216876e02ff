import { EARLIER_ERROR_CHARACTERS, type EarlierError } from '#platform/contract/run-outcome.ts';

/** The error of an earlier screen's code in one line of limited length, whatever the process wrote. */
export function earlierErrorOf({ name, message }: EarlierError): EarlierError {
  const line = message.trim().replaceAll(/\s+/g, ' ');
  return {
    name,
    message: line.length > EARLIER_ERROR_CHARACTERS ? `${line.slice(0, EARLIER_ERROR_CHARACTERS - 1).toWellFormed()}…` : line,
  };
}
