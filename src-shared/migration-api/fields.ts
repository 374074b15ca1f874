/** How a field is checked, stored, sorted and shown. Times are ISO 8601 in UTC. An ID may be any string. */
export type FieldKind = 'id' | 'text' | 'time' | 'status';

interface Column {
  /**
   * Widths in px: full width, then for lists of up to 900, 740 and 520 px. Omitted widths repeat the previous width.
   * Columns without widths share the remaining space.
   */
  readonly widths?: readonly [number, ...number[]];
  /** The table hides the column until the user selects it under "Columns". */
  readonly isOptional?: true;
}

interface SentField {
  readonly api: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly nullable?: true;
  /** Clients remove invisible characters from names. IDs stay unchanged, because clients send them back. */
  readonly isName?: true;
  /** A row without this field is unreadable. Any other field may be missing. */
  readonly required?: true;
  readonly sort?: string;
  readonly filter?: string;
  readonly chip?: true;
  readonly namedBy?: string;
  readonly column?: Column;
  readonly search?: true;
}

/** Company fields by their name in the console's rows (specification, "Company"). */
export const companyFields = {
  id: {
    api: 'id',
    kind: 'id',
    label: 'Company ID',
    required: true,
    sort: 'id',
    search: true,
    column: { widths: [170, 96] },
  },
  created: { api: 'created', kind: 'time', label: 'Created', sort: 'created', column: { widths: [192, 104] } },
  providerCompanyName: {
    api: 'provider_company_name',
    kind: 'text',
    label: 'Company',
    isName: true,
    sort: 'company',
    search: true,
    column: {},
  },
  providerCompanyId: {
    api: 'provider_company_id',
    kind: 'text',
    label: "Provider's company ID",
    sort: 'provider-id',
    search: true,
    column: { widths: [164, 148] },
  },
  organizationId: { api: 'organization_id', kind: 'id', label: 'Organization ID' },
  sourceProvider: {
    api: 'source_provider',
    kind: 'text',
    label: 'Provider',
    isName: true,
    sort: 'provider',
    filter: 'provider',
    chip: true,
    search: true,
    column: { widths: [150] },
  },
} as const satisfies Readonly<Record<string, SentField>>;

export interface Field extends SentField {
  /** The API doesn't send this value. The console copies it from this field of the row's company. */
  readonly ofCompany?: keyof typeof companyFields;
  /** The console derives this value from its observations. The API and exports don't contain it. */
  readonly isObserved?: true;
}
export type Fields = Readonly<Record<string, Field>>;

/** Migration fields by their name in the console's rows (specification, "Migration"). */
export const migrationFields = {
  id: {
    api: 'id',
    kind: 'id',
    label: 'Migration',
    required: true,
    sort: 'id',
    search: true,
    column: { widths: [160, 96, 86] },
  },
  created: {
    api: 'created',
    kind: 'time',
    label: 'Created',
    sort: 'created',
    column: { widths: [190, 104] },
  },
  status: {
    api: 'status',
    kind: 'status',
    label: 'Status',
    required: true,
    sort: 'status',
    filter: 'status',
    chip: true,
    search: true,
    column: { widths: [210, 220, 168] },
  },
  createdByUserId: {
    api: 'created_by_user_id',
    kind: 'text',
    label: 'Started by',
    sort: 'user',
    filter: 'user',
    chip: true,
    search: true,
    column: { widths: [232, 204, 160] },
  },
  companyId: {
    api: 'company_id',
    kind: 'id',
    label: 'Company ID',
    nullable: true,
    filter: 'company',
    chip: true,
    namedBy: 'companyName',
    search: true,
  },
  companyName: {
    api: 'company_name',
    kind: 'text',
    label: 'Company',
    ofCompany: 'providerCompanyName',
    sort: 'company',
    search: true,
    column: {},
  },
  provider: {
    api: 'source_provider',
    kind: 'text',
    label: 'Provider',
    ofCompany: 'sourceProvider',
    sort: 'provider',
    filter: 'provider',
    search: true,
    column: { widths: [140], isOptional: true },
  },
  changed: {
    api: 'last_changed',
    kind: 'time',
    label: 'Last changed',
    isObserved: true,
    sort: 'changed',
    column: { widths: [190, 104], isOptional: true },
  },
} as const satisfies Fields;

export const fieldsOf = { migrations: migrationFields, companies: companyFields } as const;
export type Resource = keyof typeof fieldsOf;
export const resources = ['migrations', 'companies'] as const satisfies readonly Resource[];

/** Default order of the columns. Columns not listed here follow in field order. */
const columnOrder: Readonly<Record<Resource, readonly string[]>> = {
  migrations: ['status', 'id', 'companyName', 'createdByUserId', 'created', 'changed', 'provider'],
  companies: ['providerCompanyName', 'sourceProvider', 'providerCompanyId', 'id', 'created'],
};

type SentFields<All extends Fields> = {
  readonly [
    Name in keyof All as All[Name] extends { readonly ofCompany: string } | { readonly isObserved: true } ? never : Name
  ]: All[Name];
};

export type RowOf<Some extends Fields> = {
  -readonly [Name in keyof Some]: Some[Name] extends { readonly required: true } ? string : string | null;
};

type AnyField = { [Name in Resource]: (typeof fieldsOf)[Name][keyof (typeof fieldsOf)[Name]] }[Resource];
type FieldNameIn<Where extends 'api' | 'sort' | 'filter'> = Extract<AnyField, { readonly [_ in Where]: string }>[Where];

export type SortName = FieldNameIn<'sort'>;
export type FilterName = FieldNameIn<'filter'>;
type ApiName = FieldNameIn<'api'>;

export type ChipName<Name extends Resource> = Extract<
  (typeof fieldsOf)[Name][keyof (typeof fieldsOf)[Name]],
  { readonly chip: true; readonly filter: string }
>['filter'];

/** Returns the fields with their names, in table order. */
export const fieldList = (fields: Fields): readonly (readonly [name: string, field: Field])[] => Object.entries(fields);

/** Fields that the API sends, without the joined company fields and observed values. */
export const sentFields = <All extends Fields>(fields: All): SentFields<All> =>
  Object.fromEntries(
    fieldList(fields).filter(([, { ofCompany, isObserved }]) => !ofCompany && !isObserved),
  ) as SentFields<All>;

/** Returns the field for a sort or filter name; null if rows of this resource lack that field. */
export const fieldOf = (resource: Resource, use: 'sort' | 'filter', name: string): string | null =>
  fieldList(fieldsOf[resource]).find(([, field]) => field[use] === name)?.[0] ?? null;

const namesIn = (where: 'sort' | 'filter', fields: Fields): string[] =>
  fieldList(fields).flatMap(([, field]) => field[where] ?? []);
const distinct = (where: 'sort' | 'filter'): string[] => [
  ...new Set(Object.values(fieldsOf).flatMap((fields) => namesIn(where, fields))),
];

export const sortNames = distinct('sort') as readonly SortName[];
export const filterNames = distinct('filter') as readonly FilterName[];

const exportedNames = (fields: Fields): ApiName[] =>
  fieldList(fields).flatMap(([, { api, isObserved }]) => (isObserved ? [] : [api as ApiName]));

export const exportColumns = {
  migrations: exportedNames(migrationFields),
  companies: exportedNames(companyFields),
} as const satisfies Record<Resource, readonly ApiName[]>;

/** Returns the fields that are table columns, in their default order. */
export const columnFields = (resource: Resource): readonly (readonly [name: string, field: Field])[] => {
  const order = columnOrder[resource];
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return fieldList(fieldsOf[resource])
    .filter(([, { column }]) => column !== undefined)
    .sort(([one], [other]) => placeOf(one) - placeOf(other));
};

export interface FieldFilter {
  readonly name: FilterName;
  readonly field: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly namedBy: string | undefined;
  readonly chip: boolean;
}

const filterOrder: Readonly<Record<Resource, readonly string[]>> = {
  migrations: ['status', 'company', 'provider', 'user'],
  companies: ['provider'],
};

/** Returns the filters of a list, in their default order. */
export const fieldFilters = (resource: Resource): readonly FieldFilter[] => {
  const fields: Fields = fieldsOf[resource];
  const order = filterOrder[resource];
  const placeOf = ({ name }: FieldFilter): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const filters = fieldList(fields).flatMap(([field, { filter, kind, label, namedBy, chip = false }]) => {
    if (filter === undefined) return [];
    const nameLabel = namedBy === undefined ? label : (fields[namedBy]?.label ?? label);
    return [{ name: filter as FilterName, field, kind, label: nameLabel, namedBy, chip }];
  });
  return filters.sort((one, other) => placeOf(one) - placeOf(other));
};
