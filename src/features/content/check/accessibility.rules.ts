import type { Accessibility } from './epub-check.contract.ts';

export const noAccessibility: Accessibility = {
  modes: [],
  sufficient: [],
  features: [],
  hazards: [],
  conforms_to: [],
  certified_by: null,
  summary: null,
  fixed_layout: false,
};

/** The level of WCAG that an EPUB claims: A, AA or AAA. */
function wcagLevelOf({ conforms_to: standards }: Accessibility): 'a' | 'aa' | 'aaa' | null {
  const levels = standards.flatMap((one) => /(?:level[\s-]+|wcag-?[\d.]*-?)(a{1,3})\b/i.exec(one)?.[1] ?? []);
  const longest = levels.toSorted((a, b) => b.length - a.length)[0]?.toLowerCase();
  return longest === 'a' || longest === 'aa' || longest === 'aaa' ? longest : null;
}

const statements = {
  visual: ['visual_modifiable', 'visual_fixed', 'visual_unknown'],
  nonvisual: ['nonvisual_readable', 'nonvisual_partly', 'nonvisual_not', 'nonvisual_unknown', 'nonvisual_alt'],
  conformance: ['conformance_a', 'conformance_aa', 'conformance_aaa', 'conformance_unknown'],
  audio: ['audio_only', 'audio_clips', 'audio_synchronised'],
  navigation: ['nav_toc', 'nav_index', 'nav_structure', 'nav_pages', 'nav_unknown'],
  rich: [
    'rich_descriptions',
    'rich_mathml',
    'rich_latex',
    'rich_math_text',
    'rich_closed',
    'rich_open',
    'rich_transcript',
  ],
  hazards: ['hazard_none', 'hazard_flashing', 'hazard_motion', 'hazard_sound', 'hazard_not_known', 'hazard_unknown'],
} as const;

/** The parts of the display guide that are shown here, in its order. */
type AccessibilityPart = keyof typeof statements;
type AccessibilityStatement = (typeof statements)[AccessibilityPart][number];

const nonvisualAlternatives = ['alternativeText', 'longDescription', 'describedMath', 'transcript'];
const hazardNames = {
  flashing: 'hazard_flashing',
  motionSimulation: 'hazard_motion',
  sound: 'hazard_sound',
  unknown: 'hazard_not_known',
} as const;

/**
 * What the EPUB Accessibility display guide tells readers, part by part; a part about which nothing need be said is left
 * out.
 */
export function displayOf(
  of: Accessibility,
): { part: AccessibilityPart; statements: readonly AccessibilityStatement[] }[] {
  const parts: Record<AccessibilityPart, readonly AccessibilityStatement[]> = {
    visual: [visualOf(of)],
    nonvisual: nonvisualOf(of),
    conformance: [`conformance_${wcagLevelOf(of) ?? 'unknown'}`],
    audio: audioOf(of),
    navigation: navigationOf(of),
    rich: richOf(of),
    hazards: hazardsOf(of),
  };
  return (Object.keys(parts) as AccessibilityPart[])
    .map((part) => ({ part, statements: parts[part] }))
    .filter((one) => one.statements.length > 0);
}

const hasFeature = ({ features }: Accessibility, ...names: string[]) => names.some((name) => features.includes(name));

function visualOf(of: Accessibility): AccessibilityStatement {
  if (of.fixed_layout) return 'visual_fixed';
  return hasFeature(of, 'displayTransformability') ? 'visual_modifiable' : 'visual_unknown';
}

function nonvisualOf(of: Accessibility): AccessibilityStatement[] {
  const { modes, sufficient } = of;
  const alternatives: AccessibilityStatement[] = hasFeature(of, ...nonvisualAlternatives) ? ['nonvisual_alt'] : [];
  if (sufficient.includes('textual') || modes.join() === 'textual') return ['nonvisual_readable', ...alternatives];
  if (modes.includes('textual') || sufficient.some((set) => set.split(',').includes('textual')))
    return ['nonvisual_partly', ...alternatives];
  return [modes.length + sufficient.length > 0 ? 'nonvisual_not' : 'nonvisual_unknown', ...alternatives];
}

function audioOf(of: Accessibility): AccessibilityStatement[] {
  if (hasFeature(of, 'synchronizedAudioText')) return ['audio_synchronised'];
  if (of.sufficient.includes('auditory') || of.modes.join() === 'auditory') return ['audio_only'];
  return of.modes.includes('auditory') ? ['audio_clips'] : [];
}

function navigationOf(of: Accessibility): AccessibilityStatement[] {
  const found: AccessibilityStatement[] = [];
  if (hasFeature(of, 'tableOfContents')) found.push('nav_toc');
  if (hasFeature(of, 'index')) found.push('nav_index');
  if (hasFeature(of, 'structuralNavigation')) found.push('nav_structure');
  if (hasFeature(of, 'pageNavigation', 'pageBreakMarkers', 'printPageNumbers')) found.push('nav_pages');
  return found.length > 0 ? found : ['nav_unknown'];
}

function richOf(of: Accessibility): AccessibilityStatement[] {
  const found: AccessibilityStatement[] = [];
  if (hasFeature(of, 'longDescription')) found.push('rich_descriptions');
  if (hasFeature(of, 'MathML')) found.push('rich_mathml');
  if (hasFeature(of, 'latex')) found.push('rich_latex');
  if (hasFeature(of, 'describedMath')) found.push('rich_math_text');
  if (hasFeature(of, 'closedCaptions')) found.push('rich_closed');
  if (hasFeature(of, 'openCaptions')) found.push('rich_open');
  if (hasFeature(of, 'transcript')) found.push('rich_transcript');
  return found;
}

function hazardsOf({ hazards }: Accessibility): AccessibilityStatement[] {
  const found = Object.entries(hazardNames).flatMap(([name, statement]) => (hazards.includes(name) ? [statement] : []));
  if (found.length > 0) return found;
  const denied = ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'];
  return [hazards.includes('none') || denied.every((one) => hazards.includes(one)) ? 'hazard_none' : 'hazard_unknown'];
}
