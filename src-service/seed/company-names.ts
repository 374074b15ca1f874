import type { Random } from '../store/base/random.ts';

const firstWords = [
  'Halden',
  'Kestrel',
  'Quayside',
  'Marlow',
  'Pinecrest',
  'Lumen',
  'Aurora',
  'Vantage',
  'Sundew',
  'Meridian',
  'Calder',
  'Redfern',
  'Solace',
  'Northgate',
  'Osprey',
  'Brackwater',
  'Cobalt',
  'Dunmore',
  'Eastvale',
  'Fairhaven',
  'Galloway',
  'Hawthorn',
  'Ironbridge',
  'Juniper',
  'Kingsley',
  'Larkspur',
  'Mossbank',
  'Nettlecombe',
  'Oakhurst',
  'Pemberton',
  'Quillfeather',
  'Rosedale',
  'Saltmarsh',
  'Thornbury',
  'Umberfield',
  'Valerian',
  'Westerly',
  'Yarrow',
  'Zephyr',
  'Ålesund',
  'Bøgelund',
  'Ostrava',
  'Łódzkie',
  'Grünwald',
  'Île Verte',
  'Peñalara',
  'Škoda Vale',
  'Tern & Tide',
  'Stone & Sparrow',
  'Finch & Daughters',
  'Amber Coast',
  'Blue Lantern',
  'Copper Kettle',
  'Silver Birch',
  'Tall Pines',
] as const;

const trade = [
  'Logistics',
  'Robotics',
  'Architects',
  'Timber',
  'Hospitality Group',
  'Field Services',
  'Bakehouse',
  'Steelworks',
  'Pediatrics',
  'Freight Partners',
  'Dairy Cooperative',
  'Home Care',
  'Survey',
  'Seafood',
  'Precision',
  'Outdoor',
  'Dental',
  'Motors',
  'Print Works',
  'Vineyards',
  'Veterinary',
  'Joinery',
  'Insurance Brokers',
  'Textiles',
  'Catering',
  'Solar',
  'Landscapes',
  'Pharmacy',
  'Cycles',
  'Ceramics',
  'Analytics',
  'Roofing',
  'Publishing',
  'Nurseries',
  'Marine Supplies',
  'Optics',
  'Coffee Roasters',
  'Removals',
  'Music School',
  'Climbing Centre',
] as const;

const form = ['Ltd', 'LLP', 'GmbH', 'AB', 'Inc.', 's.r.o.', 'Sp. z o.o.', 'B.V.', 'SAS', '', '', '', '', ''] as const;

/** Makes one name in 60 as long as the longest real names, so that tables must truncate it. */
const longSuffix = ' of the Upper Lakes and Northern Shore Counties';

export const companyName = (random: Random): { name: string; domain: string } => {
  const [who, what, legal] = [random.pick(firstWords), random.pick(trade), random.pick(form)];
  const name = `${who} ${what}${random.below(60) === 0 ? longSuffix : ''}${legal === '' ? '' : ` ${legal}`}`;
  const asciiName = `${who} ${what}`
    .replaceAll('Ł', 'L')
    .replaceAll(/[øØ]/g, 'o')
    .normalize('NFD')
    .replaceAll(/[^\w &]/g, '')
    .toLowerCase();
  return { name, domain: `${asciiName.replaceAll(/[ &]+/g, random.below(2) === 0 ? '-' : '')}.example` };
};

const mailboxes = [
  'accounts',
  'admin',
  'billing',
  'board',
  'dispatch',
  'erp-admin',
  'finance',
  'hello',
  'it',
  'office',
  'ops',
  'payroll',
  'practice',
  'reception',
  'studio',
  'anna.lind',
  'j.okafor',
  'marta.kowalska',
  'r.singh',
  'tomas.novak',
] as const;

export const endUser = (random: Random, domain: string): string =>
  random.below(8) === 0 ? random.uuid() : `${random.pick(mailboxes)}@${domain}`;
