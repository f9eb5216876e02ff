// Tells the page that opened the popup that nobody signed in; the popup stays, because it says why.
new BroadcastChannel('lessonwright-login').postMessage({ type: 'failure' });
