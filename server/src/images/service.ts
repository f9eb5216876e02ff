export { lookAtAllStored } from './image-reply.ts';
