import type { BuildLabel } from './build-label.ts';
import type { Product } from './product.ts';
import type { ShippedPackage } from './shipped-parts.ts';
import { uuidOf } from './uuid-of.ts';

/** A component that isn't an npm package, such as the runtime or a part of it. */
export interface RuntimePart {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly purl: string;
}

interface BillFacts {
  readonly product: Product;
  readonly label: BuildLabel;
  readonly packages: readonly ShippedPackage[];
  readonly runtime: readonly RuntimePart[];
  /** Package URL of a library. If undefined, the product is an application. */
  readonly libraryPurl?: string;
  /** Seconds since 1970, like SOURCE_DATE_EPOCH. */
  readonly sourceDate: number;
  /** Returns a package's hash from package-lock.json by its folder in the repository. */
  readonly integrityOf: (folder: string) => string | undefined;
}

const purlOf = ({ name, version }: ShippedPackage): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licenseOf = (license: string): object[] =>
  / (AND|OR|WITH) /.test(license)
    ? [{ expression: license }]
    : [{ license: { [/ /.test(license) ? 'name' : 'id']: license } }];

/** Converts `sha512-<base64>` to CycloneDX's format. */
const hashesOf = (integrity: string | undefined): object[] => {
  const [, content] = /^sha512-([A-Za-z0-9+/=]+)$/.exec(integrity ?? '') ?? [];
  return content === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
};

const componentOf = (type: string, { name, version, license, purl }: RuntimePart, hashes: readonly object[] = []) => ({
  type,
  'bom-ref': purl,
  name,
  version,
  licenses: licenseOf(license),
  purl,
  ...(hashes.length > 0 ? { hashes } : {}),
});

/** Returns the bill of materials in CycloneDX 1.6. Lists exactly what ships, including Electron, Chromium and Node. */
export function billOfMaterials(facts: BillFacts): string {
  const { product, label, packages, runtime, libraryPurl, sourceDate, integrityOf } = facts;
  const components = [
    ...runtime.map((part) => componentOf('framework', part)),
    ...packages.map((one) => componentOf('library', { ...one, purl: purlOf(one) }, hashesOf(integrityOf(one.folder)))),
  ];
  const ref = libraryPurl ?? `pkg:generic/${product.id}@${label.version}`;
  const content = {
    metadata: {
      timestamp: new Date(sourceDate * 1000).toISOString(),
      component: {
        type: libraryPurl === undefined ? 'application' : 'library',
        'bom-ref': ref,
        name: product.name,
        version: label.version,
        licenses: [{ license: { name: product.license } }],
        purl: ref,
      },
    },
    components,
    dependencies: [{ ref, dependsOn: components.map((component) => component['bom-ref']) }],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
