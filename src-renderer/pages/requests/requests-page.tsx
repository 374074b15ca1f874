export const RequestsPage = () => <h1>Requests</h1>;
