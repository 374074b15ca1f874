/** Schema step: lets a claim find whether an earlier event of the same migration is pending. */
export const webhookOrderIndex = `
  CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (organization, endpoint, migration, number)
    WHERE state = 'pending';
`;

export const webhookTables = `
  CREATE TABLE webhook_cursors (
    organization integer PRIMARY KEY,
    position bigint NOT NULL,
    last_delivery bigint NOT NULL,
    served bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE webhook_endpoints (
    organization integer NOT NULL,
    id text NOT NULL,
    url text NOT NULL,
    description text NOT NULL,
    statuses text,
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint,
    created bigint NOT NULL,
    started bigint NOT NULL,
    disabled text,
    removed bigint,
    failures integer NOT NULL,
    failing_since bigint,
    failed_at bigint,
    failed_status integer,
    failed_error text,
    asked bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (organization, id)
  );
  CREATE TABLE webhook_deliveries (
    organization integer NOT NULL,
    number bigint NOT NULL,
    id text NOT NULL,
    endpoint text NOT NULL,
    event_id text NOT NULL,
    migration text,
    body text NOT NULL,
    state text NOT NULL,
    due bigint,
    scheduled bigint NOT NULL,
    created bigint NOT NULL,
    tried bigint,
    tries integer NOT NULL,
    claim text,
    lease bigint,
    PRIMARY KEY (organization, number)
  );
  CREATE INDEX webhook_deliveries_by_id ON webhook_deliveries (organization, id);
  CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (organization, endpoint, number);
  CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (organization, state, number);
  CREATE INDEX webhook_deliveries_tried ON webhook_deliveries (organization, endpoint, number) WHERE tried IS NOT NULL;
  CREATE INDEX webhook_deliveries_done ON webhook_deliveries (organization, created) WHERE state <> 'pending';
  CREATE INDEX webhook_deliveries_by_migration ON webhook_deliveries (organization, migration, number);
  CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (organization, endpoint, due, number)
    WHERE state = 'pending';
  CREATE INDEX webhook_deliveries_by_claim ON webhook_deliveries (organization, endpoint) WHERE lease IS NOT NULL;
  CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (organization, endpoint, number)
    WHERE state = 'failed';
  CREATE TABLE webhook_attempts (
    organization integer NOT NULL,
    delivery bigint NOT NULL,
    number integer NOT NULL,
    at bigint NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    reply text,
    error text,
    PRIMARY KEY (organization, delivery, number)
  );
`;
