// Notifies the page that opened the popup; the popup stays open, because it shows the reason.
new BroadcastChannel('lessonwright-login').postMessage({ type: 'failure' });
