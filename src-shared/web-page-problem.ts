/** Problem of a response that starts like HTML, usually a network's login page. */
export const webPageProblem = 'The response is a web page, not JSON.';
