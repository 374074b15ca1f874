import type { Redactor } from '../../log/redactor.ts';
import { createSecretSearch, type SecretSearch } from '../../log/secret-search.ts';

/** Keys and tokens of one run. In all output, the name of a secret replaces its value. */
export function createRunSecrets(redactor: Pick<Redactor, 'text'>) {
  const secrets = new Map<string, { readonly name: string; readonly search: SecretSearch }>();
  return {
    /** Returns the secret's name. A second secret with the same name gets a number: `LINK_TOKEN_2`. */
    keep: (name: string, secret: string) => {
      const known = secrets.get(secret);
      if (known !== undefined) return known.name;
      const taken = new Set(Array.from(secrets.values(), (one) => one.name));
      let freeName = name;
      for (let count = 2; taken.has(freeName); count += 1) freeName = `${name}_${count}`;
      secrets.set(secret, { name: freeName, search: createSecretSearch([secret]) });
      return freeName;
    },
    /** Returns the string with `$NAME` instead of each secret. Redacts everything else that looks like a secret. */
    hide: (text: string) => {
      let clean = text;
      for (const { name, search } of secrets.values()) clean = search.replace(clean, `$${name}`);
      // Leaves the names unchanged, because the redactor would take them for secrets.
      const names = new Set(Array.from(secrets.values(), ({ name }) => `$${name}`));
      return clean
        .split(/(\$[A-Z][A-Z_0-9]*)/)
        .map((part) => (names.has(part) ? part : redactor.text(part)))
        .join('');
    },
  };
}

export type RunSecrets = ReturnType<typeof createRunSecrets>;
