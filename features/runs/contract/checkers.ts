import { z } from 'zod';
import { CUSTOM_CHECKED_LANGUAGES } from '#platform/contract/languages.ts';
import { route } from '#platform/contract/route.ts';

/** Type of a checker's argument in the builder. A `float` with eps or tolerance in its name is a slider. */
export const ArgumentType = z.enum(['str', 'int', 'float', 'bool', 'list', 'dict', 'code', 'choice', 'any']);
export type ArgumentType = z.infer<typeof ArgumentType>;

export const CheckerArgument = z.object({
  name: z.string(),
  type: ArgumentType,
  description: z.string(),
  /** As JSON; null with `is_required` false: None. */
  default: z.json(),
  is_required: z.boolean(),
  /** The values of a `choice`. */
  choices: z.array(z.string()),
  /** Type of the entries of a `list` or the values of a `dict`. */
  entries: ArgumentType.nullable(),
});
export type CheckerArgument = z.infer<typeof CheckerArgument>;

/** A checker of pycheck, read from its code. */
export const Checker = z.object({
  name: z.string(),
  /** Its group in the builder; `All` contains every checker. */
  group: z.string(),
  description: z.string(),
  arguments: z.array(CheckerArgument),
  /** Languages whose runs it can judge. */
  language: z.array(z.enum(CUSTOM_CHECKED_LANGUAGES)),
  /** A call as an author would write it. */
  example: z.string(),
});
export type Checker = z.infer<typeof Checker>;

export const checkerRoutes = {
  listCheckers: route({
    method: 'GET',
    path: '/api/pycheck/metadata',
    summary: 'Returns the checkers of custom answer checking; the reply header `pycheck-version` is the hash of their code',
    access: 'signed-in',
    reply: z.array(Checker),
  }),
};
