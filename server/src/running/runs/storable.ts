/**
 * A run's result as the database can hold it: PostgreSQL's jsonb has no place for the character NUL and for halves of
 * surrogate pairs, and code may print both. They are shown as `␀` and `�`, in answers and submissions alike.
 */
export function storable<T>(result: T): T {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '␀').toWellFormed() : value,
  ) as T;
}
