/**
 * A run's result in a form that the database can store: PostgreSQL's jsonb accepts neither NUL nor unpaired surrogates,
 * and code may print both. They become `␀` and `�`, in answers and submissions alike.
 */
export function storable<T>(result: T): T {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '␀').toWellFormed() : value,
  ) as T;
}
