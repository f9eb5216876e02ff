import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '#platform/web/ui/links.tsx';
import { MESSAGES } from './messages.ts';
import { modelRequestsQuery } from './queries.ts';

/** Whether a language model is set, for owners. */
export function ModelNote() {
  const { data } = useQuery(modelRequestsQuery(undefined));
  if (!data) return null;
  const { endpoint } = data;
  return (
    <>
      <Text size="sm">{endpoint === null ? MESSAGES.none : MESSAGES.set(endpoint.model, endpoint.host, endpoint.per_day)}</Text>
      <div>
        <TextLink to="/model-requests">Show requests</TextLink>
      </div>
    </>
  );
}
