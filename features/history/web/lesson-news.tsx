import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '#platform/web/api.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { newsText } from './messages.ts';
import { lessonNewsQuery } from './queries.ts';

/** What others changed in a lesson since the user's last visit, until they have read it. */
export function LessonNewsBanner({ lessonId }: { lessonId: number }) {
  const client = useQueryClient();
  const query = lessonNewsQuery(lessonId);
  const { data: news } = useQuery(query);
  const visit = useMutation({
    mutationFn: (last: number) => api.visitLesson({ params: { id: lessonId }, body: { last } }),
  });
  const [newest] = news?.versions ?? [];
  // Without news the visit only says how far the user has seen the lesson.
  const isFirst = news !== undefined && newest === undefined && news.since !== news.last;
  const note = useEffectEvent(() => news && visit.mutate(news.last));
  useEffect(() => {
    if (isFirst) note();
  }, [isFirst]);
  if (!news || !newest || news.since === null) return null;
  const markRead = () => {
    visit.mutate(news.last);
    client.setQueryData(query.queryKey, { ...news, since: news.last, versions: [] });
  };
  const names = [...new Set(news.versions.flatMap(({ by }) => by ?? []))];
  return (
    <Banner
      kind="info"
      actions={
        <>
          <LinkButton
            to="/lesson/$lessonId/history"
            params={{ lessonId }}
            search={{ version: newest.id, since: news.since }}
            size="xs"
            variant="default"
            onClick={markRead}
          >
            Show changes
          </LinkButton>
          <Button size="xs" variant="default" onClick={markRead}>
            Mark as read
          </Button>
        </>
      }
    >
      {newsText(names, news.versions.length)}
    </Banner>
  );
}
