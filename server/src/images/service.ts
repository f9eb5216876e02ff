export { lookAtStored } from './image-reply.ts';
