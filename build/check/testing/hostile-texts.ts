import { type AST, RegExpParser } from '@eslint-community/regexpp';

const samples = ['a', '0', ' ', '-', '"', '\n', 'é', '\u0001', '\ud83d\ude00'];

/** Returns one character that matches a character set. */
const characterOf = (source: string): string => {
  const classPattern = new RegExp(`^${source}$`, 'u');
  return samples.find((sample) => classPattern.test(sample)) ?? '';
};

const classOf = (node: AST.CharacterClass | AST.ExpressionCharacterClass | AST.CharacterSet): string => {
  if (node.type === 'CharacterClass' && !node.negate) {
    const [first] = node.elements;
    if (first?.type === 'Character') return String.fromCodePoint(first.value);
    if (first?.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value);
  }
  try {
    return characterOf(node.raw);
  } catch {
    return '';
  }
};

/** Returns a short string that matches an element, or almost matches it. */
const sampleOf = (node: AST.Element): string => {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return classOf(node);
    case 'Quantifier':
      return sampleOf(node.element).repeat(Math.max(1, Math.min(node.min, 8)));
    case 'Group':
    case 'CapturingGroup':
      return sampleOfAlternative(node.alternatives[0]);
    default:
      return '';
  }
};

const sampleOfAlternative = (alternative: AST.Alternative | undefined): string =>
  (alternative?.elements ?? []).map(sampleOf).join('');

/** Returns every character that appears in a class or literal of the expression. */
const alphabetOf = (pattern: AST.Pattern): Set<string> => {
  const alphabet = new Set<string>();
  const visit = (alternative: AST.Alternative): void => {
    for (const element of alternative.elements) visitElement(element);
  };
  const visitElement = (element: AST.Element): void => {
    if ('alternatives' in element) element.alternatives.forEach(visit);
    else if (element.type === 'Quantifier') visitElement(element.element);
    else if (element.type === 'CharacterClass' && !element.negate) {
      for (const part of element.elements) {
        if (part.type === 'Character') alphabet.add(String.fromCodePoint(part.value));
        else if (part.type === 'CharacterClassRange') alphabet.add(String.fromCodePoint(part.min.value));
        else alphabet.add(classOf(part as AST.CharacterSet));
      }
    } else alphabet.add(sampleOf(element));
  };
  pattern.alternatives.forEach(visit);
  alphabet.delete('');
  return alphabet;
};

/** Returns the strings that one pattern repeats, with their prefixes. */
const repetitionSeeds = (pattern: AST.Pattern): readonly (readonly [start: string, repeated: string])[] => {
  const seeds: (readonly [string, string])[] = [...alphabetOf(pattern)].map((character) => ['', character] as const);
  const visit = (alternative: AST.Alternative): void => {
    let prefix = '';
    for (const element of alternative.elements) {
      if (element.type === 'Quantifier') {
        const repeatedText = sampleOf(element.element);
        seeds.push([prefix, repeatedText], ['', `${prefix}${repeatedText}`]);
      }
      const innerElement = element.type === 'Quantifier' ? element.element : element;
      if ('alternatives' in innerElement) innerElement.alternatives.forEach(visit);
      prefix += sampleOf(element);
    }
    seeds.push(['', prefix]);
  };
  pattern.alternatives.forEach(visit);
  return seeds;
};

/**
 * Returns strings of `length` characters that may be slow for an expression. They repeat the expression's own
 * characters and parts.
 */
export const hostileTexts = (expression: RegExp, length: number): string[] => {
  const flags = { unicode: expression.unicode, unicodeSets: expression.unicodeSets };
  const { source } = expression;
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, flags);
  const texts = repetitionSeeds(pattern)
    .filter(([, repeated]) => repeated !== '')
    .map(([start, repeated]) => start + repeated.repeat(Math.ceil((length - start.length) / repeated.length)));
  const whole = texts.map((text) => text.slice(0, length));
  // Most expressions fail at a control character, but only after trying everything before it.
  return [...new Set([...whole, ...whole.map((text) => `${text.slice(0, -1)}\u0001`)])];
};
