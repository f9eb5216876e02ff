import { z } from 'zod';
import { ErrorReply } from './errors.ts';
import type { Route, Routes } from './route.ts';

const ERROR_TEXT: Record<string, string> = {
  400: 'Invalid input',
  401: 'Signed out',
  403: 'Not allowed',
  404: 'Not there',
  409: 'Conflict or already exists',
  413: 'Too large',
  422: 'Rejected by a rule',
  429: 'Too many requests',
  503: 'A part of the product is down',
};

/** Named schemas that others refer to, such as recursive ones. */
type Shared = Record<string, unknown>;

/** JSON Schema repeats shared schemas inside each schema that uses them; move them to one place in the document. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', shared: Shared): Record<string, unknown> {
  const { $schema: _dialect, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const { $defs, ...own } = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')) as Record<string, unknown>;
  Object.assign(shared, $defs);
  return own;
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query', shared: Shared): object[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input', shared),
  }));
}

function requestBodyOf(route: Route, shared: Shared): { requestBody?: object } {
  const [type, schema] = route.form
    ? ['multipart/form-data', schemaOf(route.form, 'input', shared)]
    : route.bodyKind === 'raw'
      ? ['application/json', {}]
      : ['application/json', route.body && schemaOf(route.body, 'input', shared)];
  return schema ? { requestBody: { required: true, content: { [type]: { schema } } } } : {};
}

function headersOf({ replyHeaders }: Route): { headers?: Record<string, object> } {
  if (!replyHeaders) return {};
  const headers = Object.entries(replyHeaders).map(([name, description]): [string, object] => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { headers: Object.fromEntries(headers) };
}

function operationOf(name: string, route: Route, statusOf: (code: string) => number, shared: Shared): Record<string, unknown> {
  const hasBody = route.form !== undefined || route.body !== undefined || route.bodyKind !== 'json';
  const universal = [
    400,
    ...(route.access === 'public' ? [] : [401]),
    403,
    ...(route.method === 'GET' ? [] : [409]),
    ...(hasBody ? [413] : []),
    429,
  ];
  const statuses = [...new Set([...universal, ...route.errors.map(statusOf)])].sort((a, b) => a - b);
  const errors = Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]));
  // Addresses opened directly in a browser report missing access on a page.
  if (route.replyKind === 'html' || route.replyKind === 'redirect') errors['403'] = { $ref: '#/components/responses/ErrorPage403' };
  const success =
    route.replyKind === 'json'
      ? {
          '200': {
            description: 'Done',
            ...headersOf(route),
            content: { 'application/json': { schema: route.reply ? schemaOf(route.reply, 'output', shared) : {} } },
          },
        }
      : route.replyKind === 'html'
        ? { '200': { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } } }
        : route.replyKind === 'redirect'
          ? { '302': { description: 'Leads on' } }
          : route.replyKind === 'file'
            ? { '200': { description: 'The bytes', content: { [route.replyType ?? 'application/octet-stream']: { schema: {} } } } }
            : { '101': { description: 'The connection is upgraded' } };
  return {
    operationId: name,
    summary: route.summary,
    description: `Access: ${route.access}.`,
    tags: [route.path.split('/')[2] ?? 'api'],
    security: route.access === 'public' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...parametersOf(route.params, 'path', shared), ...parametersOf(route.query, 'query', shared)],
    ...requestBodyOf(route, shared),
    responses: { ...success, ...errors },
  };
}

/** Returns the OpenAPI 3.1 document of `routes`. `statusOf` returns the HTTP status of an error code. */
export function openApiDocument(routes: Routes, info: { version: string }, statusOf: (code: string) => number): Record<string, unknown> {
  const shared: Shared = { Error: schemaOf(ErrorReply, 'output', {}) };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(name, route, statusOf, shared);
  }
  const responses: Record<string, object> = Object.fromEntries(
    Object.entries(ERROR_TEXT).map(([status, description]) => [
      `Error${status}`,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );
  responses['ErrorPage403'] = {
    description: 'Not allowed',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } }, 'text/html': { schema: { type: 'string' } } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Lessonwright', version: info.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: shared,
      responses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lessonwright_session' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
