import { notFound } from '@tanstack/react-router';

/** An id or a number in an address; anything else is no page. @throws the router's `notFound` */
export function parseId(text: string): number {
  if (!/^\d{1,10}$/.test(text)) notFound({ throw: true });
  return Number(text);
}

/** The one id of an address, as its route declares it: `idParam('lessonId')`. */
export function idParam<N extends string>(name: N) {
  return {
    parse: (params: Record<N, string>) => ({ [name]: parseId(params[name]) }) as Record<N, number>,
    stringify: (params: Record<N, number>) => ({ [name]: String(params[name]) }) as Record<N, string>,
  };
}
