// Notifies every open page of the sign-in, and closes the popup. The page that opened it also watches its address,
// hence the pause. A window that no script opened stays open, with its link.
const channel = new BroadcastChannel('lessonwright-login');
channel.postMessage({ type: 'success' });
setTimeout(() => window.close(), 400);
