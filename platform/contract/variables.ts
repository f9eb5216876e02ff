import { z } from 'zod';

/**
 * The value of a variable as data, written inside the sandbox and compared outside it. Limited in size: larger values and unknown
 * types are `opaque` and compared by their text. Floats that JSON can't represent are strings.
 */
export type VariableValue =
  | { kind: 'none' }
  | { kind: 'bool'; value: boolean }
  | { kind: 'int'; value: string }
  | { kind: 'float'; value: number | 'nan' | 'inf' | '-inf' }
  | { kind: 'complex'; real: number | string; imag: number | string }
  | { kind: 'str'; value: string }
  | { kind: 'bytes'; value: string }
  | { kind: 'date'; value: string }
  | { kind: 'list' | 'tuple' | 'set'; items: VariableValue[] }
  | { kind: 'dict'; entries: [VariableValue, VariableValue][] }
  | { kind: 'array'; dtype: string; shape: number[]; items: VariableValue[] }
  | { kind: 'series'; name: VariableValue; dtype: string; index: VariableValue[]; items: VariableValue[] }
  | { kind: 'frame'; columns: VariableValue[]; dtypes: string[]; index: VariableValue[]; rows: VariableValue[][] }
  | { kind: 'plot'; artists: VariableValue[] }
  | { kind: 'opaque'; text: string; cut: boolean };

const floatValue = z.union([z.number(), z.literal(['nan', 'inf', '-inf'])]);

export const VariableValue: z.ZodType<VariableValue> = z
  .lazy(() =>
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('none') }),
      z.object({ kind: z.literal('bool'), value: z.boolean() }),
      z.object({ kind: z.literal('int'), value: z.string() }),
      z.object({ kind: z.literal('float'), value: floatValue }),
      z.object({ kind: z.literal('complex'), real: z.union([z.number(), z.string()]), imag: z.union([z.number(), z.string()]) }),
      z.object({ kind: z.literal('str'), value: z.string() }),
      z.object({ kind: z.literal('bytes'), value: z.string() }),
      z.object({ kind: z.literal('date'), value: z.string() }),
      z.object({ kind: z.literal(['list', 'tuple', 'set']), items: z.array(VariableValue) }),
      z.object({ kind: z.literal('dict'), entries: z.array(z.tuple([VariableValue, VariableValue])) }),
      z.object({ kind: z.literal('array'), dtype: z.string(), shape: z.array(z.number().int()), items: z.array(VariableValue) }),
      z.object({
        kind: z.literal('series'),
        name: VariableValue,
        dtype: z.string(),
        index: z.array(VariableValue),
        items: z.array(VariableValue),
      }),
      z.object({
        kind: z.literal('frame'),
        columns: z.array(VariableValue),
        dtypes: z.array(z.string()),
        index: z.array(VariableValue),
        rows: z.array(z.array(VariableValue)),
      }),
      z.object({ kind: z.literal('plot'), artists: z.array(VariableValue) }),
      z.object({ kind: z.literal('opaque'), text: z.string(), cut: z.boolean() }),
    ]),
  )
  .meta({ id: 'VariableValue' });

/** A variable after a run. `html_output` is unsafe until sanitized; `image` is a PNG in base64. */
export const Variable = z.object({
  name: z.string(),
  type_name: z.string(),
  base_class: z.string(),
  length: z.number().int().nullable(),
  string_form: z.string(),
  html_output: z.string().nullable(),
  image: z.string().nullable(),
  /** Null unless the run requested values. */
  value: VariableValue.nullable(),
});
export type Variable = z.infer<typeof Variable>;
