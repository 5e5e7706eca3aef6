/**
 * Each page posts the id of its user here, or null, when it is loaded: also after a log-in and a log-out. So other open
 * pages notice that the session is no longer theirs.
 */
export const openSessionChannel = () => new BroadcastChannel('galley-session')
