import * as fc from 'fast-check';
import { z } from 'zod';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';

/** A value of a field of a task, by its schema, so that a new field or kind needs nothing here. */
function anyOf(schema: unknown, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodDefault) return anyOf(schema.unwrap(), text);
  if (schema instanceof z.ZodNullable) return fc.option(anyOf(schema.unwrap(), text));
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.integer({ min: schema.minValue ?? 0, max: schema.maxValue ?? 100 });
  if (schema instanceof z.ZodString) return text.map((each) => each.slice(0, schema.maxLength ?? each.length));
  if (schema instanceof z.ZodArray) return fc.array(anyOf(schema.element, text), { maxLength: 3 });
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape);
    return fc.record(Object.fromEntries(shape.map(([key, field]) => [key, anyOf(field, text)])));
  }
  throw new TypeError('Tasks had no such field so far.');
}

/** Any task, of any kind, finished or not. */
export function anyTask(text: fc.Arbitrary<string>): fc.Arbitrary<QuestionTask> {
  return fc.oneof(...QuestionTask.options.map((schema) => anyOf(schema, text) as fc.Arbitrary<QuestionTask>));
}
