import { notFound } from '@tanstack/react-router';

/** Parses an id or number from the address. @throws the router's `notFound` */
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
