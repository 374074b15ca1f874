import { z } from 'zod';
import { isStorable } from '#shared/migration-api/storable-text.ts';
import { accentProblem } from '#shared/service-control/accent-colours.ts';
import type { ControlBrand } from '#shared/service-control/control-brand.ts';
import { refuse } from '../http/refusal.ts';
import { readLogo } from '../modal-page/logo-png.ts';
import { type MountControl, organizationOf } from './control-options.ts';
import { plainName } from '#shared/plain-name.ts';

const brandBody = z.strictObject({
  name: z
    .string()
    .refine(isStorable, 'name must be a string without NUL characters.')
    .overwrite(plainName)
    .min(1)
    .max(200)
    .nullable()
    .exactOptional(),
  accent: z.string().trim().toLowerCase().nullable().exactOptional(),
  logo: z.base64().nullable().exactOptional(),
});

export const controlBrand: MountControl = (app, { store }) => {
  const show = async (organization: number): Promise<ControlBrand & { readonly logo: string | null }> => {
    const { name = null, accent = null, logoName = null } = (await store.brands.of(organization)) ?? {};
    const logo = logoName === null ? undefined : await store.brands.logo(logoName);
    return {
      organization: (await store.seed.organization(organization))?.name ?? '',
      name,
      accent,
      logo: logoName,
      logo_png: logo === undefined ? null : Buffer.from(logo).toString('base64'),
    };
  };
  app.get('/brand', (request) => show(organizationOf(request)));
  app.post('/brand', { schema: { body: brandBody } }, async (request) => {
    const { logo, ...others } = request.body as z.output<typeof brandBody>;
    const problem = typeof others.accent === 'string' ? accentProblem(others.accent) : null;
    if (problem !== null) return refuse(400, problem);
    const newLogo = typeof logo === 'string' ? readLogo(Buffer.from(logo, 'base64')) : logo;
    if (typeof newLogo === 'string') return refuse(400, newLogo);
    const organization = organizationOf(request);
    await store.brands.change(organization, newLogo === undefined ? others : { ...others, logo: newLogo });
    return show(organization);
  });
  app.delete('/brand', async (request) => {
    await store.brands.change(organizationOf(request), { name: null, accent: null, logo: null });
    return show(organizationOf(request));
  });
};
