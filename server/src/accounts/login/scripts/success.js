// Tells every open page that somebody signed in, and closes the popup. The page that opened it also watches its
// address, hence the pause; a window that no script opened stays, with its link.
const channel = new BroadcastChannel('lessonwright-login');
channel.postMessage({ type: 'success' });
setTimeout(() => window.close(), 400);
