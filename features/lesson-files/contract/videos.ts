import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

export const videoRoutes = {
  listVideoHosts: route({
    method: 'GET',
    path: '/api/video-hosts',
    summary: 'Lists the hosts whose videos play in lessons, in addition to YouTube',
    access: 'signed-in',
    reply: z.object({ hosts: z.array(z.string()) }),
  }),
};
