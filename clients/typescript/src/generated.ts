// The types and operations of the interface. Written by clients/generate.py from the description of the interface: do not edit.

/** The value of a parameter. */
export type Value = string | number;

/** What a page is about. */
export interface About {
  "@type": "Thing";
  name: string;
}

/** One dimension along which the catalogue can be read. */
export interface AtlasDimension {
  slug: string;
  title: string;
  description: string;
  url: string;
  values: Array<AtlasValue>;
}

/** All dimensions of the knowledge atlas. */
export interface AtlasList {
  data?: Array<AtlasDimension>;
}

/** One value of a dimension and the entities that have it. */
export interface AtlasValue {
  slug: string;
  label: string;
  count: number;
  entities: Array<Relationship>;
}

/** The result of the inputs of a request, rounded to the precision of the output. */
export interface CalculationResult {
  value: number;
  unit?: string;
  text: string;
  category?: string;
  inputs: Record<string, number | string>;
  requires: Array<string>;
  validity: string;
  drawing?: string;
}

/** An executable formula with its inputs and worked examples. */
export interface Calculator {
  slug?: string;
  title?: string;
  description?: string;
  inputs?: Array<CalculatorInput>;
  formula?: Formula;
  output?: CalculatorOutput;
  examples?: Array<CalculatorExample>;
  url?: string;
  keywords?: Array<string>;
  informs?: Array<Relationship>;
  sources?: Array<Source>;
  alternatives?: Array<string>;
  requires?: Array<Requirement>;
  drawings?: Array<Drawing>;
  result?: CalculationResult;
}

/** A worked example; `result` is rounded to the output's precision. */
export interface CalculatorExample {
  inputs: Record<string, number | string>;
  result: number;
  source?: string;
}

/** One variable of a formula. */
export interface CalculatorInput {
  name: string;
  label: string;
  type: "choice" | "integer" | "number";
  unit?: string;
  minimum?: number;
  maximum?: number;
  default?: number | string;
  choices?: Array<Choice>;
  description?: string;
  format?: "duration";
  when?: string;
}

/** All calculators, ordered by title. */
export interface CalculatorList {
  data?: Array<Calculator>;
}

/** What a formula answers; `precision` is the number of decimals that make sense. */
export interface CalculatorOutput {
  label: string;
  unit?: string;
  precision: number;
  format?: "duration";
  categories?: Array<Category>;
}

/** What results from `least` on are called. */
export interface Category {
  least: number;
  label: string;
}

/** One answer of an input of type `choice`. */
export interface Choice {
  value: string;
  label: string;
}

/** A row of the table of a comparison: what each side states, in their order, null for nothing. */
export interface ComparedFact {
  key: string;
  label: string;
  texts: Array<string | null>;
}

/** Two entities side by side; differences and similarities are those of `statements`, the most telling first. */
export interface Comparison {
  slug?: string;
  title?: string;
  a?: ComparisonSide;
  b?: ComparisonSide;
  differences?: Array<string>;
  similarities?: Array<string>;
  description?: string;
  verdict?: string;
  chooseIf?: Array<Condition>;
  statements?: Array<Statement>;
  sources?: Array<Source>;
  drawings?: Array<Drawing>;
  signed?: boolean;
  sides?: Array<ComparisonSide>;
  table?: Array<ComparedFact>;
  links?: Array<Record<string, unknown>>;
}

/** One of the two entities of a comparison. */
export interface ComparisonSide {
  type: EntityType;
  id: string;
  name: string;
  description: string;
  url: string;
  apiUrl: string;
  facts: Array<Fact>;
}

/** When to choose a side: `id` is that of its entity. */
export interface Condition {
  id: string;
  about: "aim" | "body" | "cost" | "joint load" | "level" | "partner" | "place" | "sign" | "situation" | "time";
  text: string;
}

/** A word, and how it was read. */
export interface Correction {
  typed: string;
  readAs: string;
}

/** An interactive course on one sport. */
export interface Course {
  sportSlug?: string;
  sportName?: string;
  modules?: Array<CourseModule>;
  sources?: Array<Source>;
}

/** All courses, ordered by sport. */
export interface CourseList {
  data?: Array<Course>;
}

/** One step of a course. */
export interface CourseModule {
  slug: string;
  title: string;
  summary: string;
  order: number;
  minutes: number;
  lessons: Array<Lesson>;
  quiz: Array<Question>;
  drills?: Array<Record<string, unknown>>;
}

/** How far a fact of a list is known for a year. */
export interface DatedFact {
  key: string;
  undated: number;
  unknown: Array<string>;
}

/** What a question asks for; a fact in the scope and unit asked for. */
export interface DirectAnswer {
  kind: "calculator" | "comparison" | "fact" | "list" | "section";
  text: string;
  label?: string;
  entity?: Relationship;
  key?: string;
  value?: unknown;
  unit?: string;
  scope?: Array<string>;
  source?: string;
  url: string;
  apiUrl: string;
}

/** Dose */
export type Dose = number | Array<number>;

/** A drawing that is computed from stated values. */
export interface Drawing {
  kind: string;
  title: string;
  description: string;
  url: string;
  width: number;
  height: number;
  scope?: string;
  marks?: Array<DrawnMark>;
  formats: Record<string, string>;
}

/** A mark of a drawing with its measures in words, and where they are stated. */
export interface DrawnMark {
  name: string;
  text?: string;
  source: string;
  clause: string;
}

/** The size of an effect; `low` and `high` are its interval. */
export interface EffectSize {
  value: number | Array<number>;
  measure: "correlation" | "difference" | "hazard ratio" | "odds ratio" | "percent" | "percentage points" | "rate ratio" | "risk ratio" | "standardised difference" | "variance explained";
  unit?: string;
  low?: number;
  high?: number;
}

/** One of the entity types. */
export type EntityType = "sport" | "category" | "knowledge" | "glossary" | "physical-quality" | "equipment" | "rule" | "scoring" | "skill" | "technique" | "tactic" | "position" | "facility" | "strategy" | "role" | "surface" | "officiating" | "exercise" | "training-method" | "muscle-group" | "recovery-method" | "training-plan" | "training-guide" | "goal" | "persona" | "lifestyle" | "barrier" | "motivation" | "experience-level" | "comparison" | "discipline" | "movement-pattern" | "coaching" | "healthy-lifestyle" | "sports-science" | "adaptive-sports" | "curriculum" | "decision-making" | "skill-collection" | "sports-communication" | "session-type" | "beginners" | "atlas" | "movement-comparison" | "recommendation";

/** What was wrong, and what to do. */
export interface Error {
  error: string;
  status: number;
}

/** What studies say of one outcome. */
export interface Evidence {
  outcome: string;
  grade: "conflicting" | "limited" | "moderate" | "none" | "strong";
  effect: string;
  size?: EffectSize;
  population?: string;
  source: string;
  bearsOn?: Array<string>;
}

/** Counts by a fact or relation: by terms and links the most first, or a histogram of numbers. */
export interface Facet {
  key: string;
  label: string;
  stated: number;
  unit?: string;
  counts: Array<FacetCount>;
}

/** How many entities of a list have a value: as many as the list has that is filtered by it. */
export interface FacetCount {
  value: string;
  count: number;
}

/** A fact. `value` is a number, [low, high], {men, women}, a term's key or several, or text; `text` says it with its unit. */
export interface Fact {
  key: string;
  label: string;
  value: FactValue;
  unit?: string;
  text: string;
  sources?: Array<string>;
  clause?: string;
  checked?: string;
  basis?: "practice";
  doubt?: string;
  variants?: Array<FactVariant>;
  scope?: Array<string>;
  since?: number;
  until?: number;
}

/** FactValue */
export type FactValue = number | string | Array<number> | Array<string> | Record<string, unknown>;

/** The value of a fact in another scope or at another time. */
export interface FactVariant {
  value: FactValue;
  unit?: string;
  text: string;
  scope?: Array<string>;
  since?: number;
  until?: number;
  source: string;
}

/** A published formula. */
export interface Formula {
  name?: string;
  expression?: string;
  source?: string;
}

/** What others call it. */
export interface Identifier {
  scheme: string;
  id: string;
  match: "broader" | "close" | "exact";
  by: "definition" | "mapping" | "name";
  url: string;
}

/** Schema.org JSON-LD of an entity's page. */
export interface JsonLd {
  "@context": "https://schema.org";
  "@type": string;
  "@id": string;
  name: string;
  description: string;
  url: string;
  about: About;
}

/** What serves the goal and is not recommended to somebody, and why. */
export interface LeftOut {
  reason: string;
  entities: Array<Relationship>;
}

/** One lesson of a module, and the entities that it draws on. */
export interface Lesson {
  slug: string;
  title: string;
  text: string;
  entities: Array<Relationship>;
}

/** Where a list comes from, and its locale. */
export interface ListMeta {
  version: string;
  generatedFrom: string;
  lang: string;
  asOf?: string;
  dated?: Array<DatedFact>;
}

/** The text of a hit that has most of the words of a search. */
export interface Matched {
  field: string;
  text: string;
  ranges: Array<Array<number>>;
}

/** Where a page stands in its list. `totalPages` is 0 when `total` is 0. */
export interface Pagination {
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
}

/** One question of a quiz; `answer` is the index of the right option. */
export interface Question {
  question: string;
  options: Array<string>;
  answer: number;
  explanation: string;
  lesson?: string;
  sentence?: string;
  sources?: Array<string>;
  basis?: "practice";
}

/** Why something is recommended, in words and as the path of entities that it follows. */
export interface Reason {
  text: string;
  path: Array<Relationship>;
}

/** A recommended entity with its score and its reasons, the strongest first. */
export interface Recommendation {
  entity: Relationship;
  score: number;
  reasons: Array<Reason>;
  notFor?: Array<Relationship>;
}

/** What the catalogue recommends for a goal, in order of score. */
export interface RecommendationList {
  goal?: string;
  data?: Array<Recommendation>;
  safety?: Array<Safety>;
  leftOut?: Array<LeftOut>;
  week?: Record<string, unknown>;
}

/** Another entity that this one is linked with, in either direction. */
export interface Relationship {
  type: EntityType;
  id: string;
  name: string;
  url: string;
  relation?: string;
  facts?: Array<Fact>;
}

/** A condition in the grammar of `expression`, where `output` is the result; where it fails, `message` says why. */
export interface Requirement {
  expression: string;
  message: string;
}

/** One entity. What follows `meta` is an addition. */
export interface Resource {
  id: string;
  type: EntityType;
  slug: string;
  name: string;
  description?: string;
  url: string;
  apiUrl?: string;
  keywords?: Array<string>;
  relationships: Array<Relationship>;
  jsonLd: JsonLd;
  meta?: ResourceMeta;
  facts?: Array<Fact>;
  sections?: Array<Section>;
  schedule?: Array<ScheduleBlock>;
  serves?: Array<Service>;
  evidence?: Array<Evidence>;
  sources?: Array<Source>;
  checked?: string;
  names?: Record<string, Array<string>>;
  sameAs?: Array<string>;
  identifiers?: Array<Identifier>;
  drawings?: Array<Drawing>;
  boards?: Array<Record<string, unknown>>;
  stands?: Array<Record<string, unknown>>;
  signals?: Array<Record<string, unknown>>;
  tokens?: Array<Record<string, unknown>>;
  matched?: Matched;
}

/** A page of entities, ordered by name. */
export interface ResourceList {
  data: Array<Resource>;
  pagination: Pagination;
  meta?: ListMeta;
  facets?: Array<Facet>;
}

/** Where a resource comes from, and how far `scope` and `asOf` were met. */
export interface ResourceMeta {
  version: string;
  generatedFrom: string;
  scope?: Array<string>;
  scoped?: Array<string>;
  asOf?: string;
  undated?: Array<string>;
  unknown?: Array<UnknownFact>;
}

/** Limits, stop signs and whom to ask first. */
export interface Safety {
  entity: Relationship;
  sections: Array<Section>;
}

/** Weeks of a plan that have the same sessions. */
export interface ScheduleBlock {
  weeks: Array<number>;
  focus: string;
  sessions: Array<Session>;
  sources?: Array<string>;
  basis?: "practice";
}

/** Additions: `answers`, `corrections`, `notFound`, `facets`. */
export interface SearchResult {
  answers?: Array<DirectAnswer>;
  corrections?: Array<Correction>;
  notFound?: Array<string>;
  facets?: Array<Facet>;
  query?: string;
  data?: Array<Resource>;
  pagination?: Pagination;
}

/** A titled part of an entity: running text, numbered steps or a list of items. */
export interface Section {
  title: string;
  text?: string;
  steps?: Array<string>;
  items?: Array<string>;
  sources?: Array<string>;
  basis?: "practice";
  doubt?: string;
}

/** What an entity does for a goal: how much, and what to do and to expect. */
export interface Service {
  goal: string;
  strength: "main" | "moderate" | "slight" | "strong";
  text: string;
}

/** One session of a week. */
export interface Session {
  day: number;
  name: string;
  session?: string;
  parts: Array<SessionPart>;
}

/** One part of a session; the doses that can be counted are numbers, or [low, high]. */
export interface SessionPart {
  text: string;
  activity?: string;
  sets?: Dose;
  repetitions?: Dose;
  load?: Dose;
  effort?: Dose;
  minutes?: Dose;
  distance?: Dose;
  rest?: Dose;
}

/** One work that an entity rests on, and how far it was read. */
export interface Source {
  id: string;
  title: string;
  author?: string;
  publisher?: string;
  year?: number;
  url?: string;
  read?: "abstract" | "excerpt" | "not opened" | "whole";
  readIn?: string;
  supports?: string;
  note?: string;
}

/** One of the differences or similarities, with what it is about and how telling it is. */
export interface Statement {
  text: string;
  same: boolean;
  group: string;
  weight: number;
  key?: string;
  source?: string;
}

/** An entity type, the number of its entities, and the path below which their pages stand. */
export interface TypeCount {
  type?: EntityType;
  count?: number;
  routeBase?: string;
}

/** All entity types. */
export interface TypeList {
  data?: Array<TypeCount>;
}

/** A fact that is left out. */
export interface UnknownFact {
  key: string;
  since: number;
}

/** What the lists of each type are filtered by. */
export interface Filters {
  "sport": "format" | "players-per-side" | "squad-size" | "field-length" | "field-width" | "goal-width" | "goal-height" | "net-height" | "duration" | "periods" | "possession-time" | "three-point-distance" | "substitutions" | "weight-classes" | "duration-format" | "playing-object" | "object-mass" | "object-circumference" | "object-girth" | "object-diameter" | "scoring-unit" | "won-by" | "contact" | "environment" | "season" | "origin-place" | "origin-period" | "codified" | "governing-body" | "governing-body-founded" | "olympic-status" | "olympic-since" | "paralympic-status" | "paralympic-since" | "met" | "broader" | "has-part" | "played-on" | "played-at" | "uses" | "develops" | "distinct-from" | "included-in" | "adapted-as" | "prepared-by" | "serves" | "explained-by" | "compared-in" | "related" | "sameAs";
  "category": "unites" | "broader" | "narrower" | "has-part" | "played-on" | "played-at" | "develops" | "distinct-from" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "knowledge": "domain" | "of-sport" | "distinct-from" | "included-in" | "involves" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "glossary": "domain" | "abbreviation" | "of-sport" | "distinct-from" | "included-in" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "physical-quality": "quality-group" | "test" | "test-unit" | "trainability" | "broader" | "narrower" | "developed-by" | "required-by" | "improved-for" | "distinct-from" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "equipment": "mass" | "size-length" | "size-width" | "size-height" | "diameter" | "circumference" | "material" | "sharing" | "regulated-by" | "broader" | "narrower" | "of-sport" | "uses" | "used-by" | "variation-of" | "has-variation" | "alternative-to" | "distinct-from" | "included-in" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "rule": "law" | "provision" | "edition" | "in-force-since" | "sanction" | "of-sport" | "distinct-from" | "included-in" | "involves" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "scoring": "unit" | "points-to-win" | "win-margin" | "periods" | "tie-break" | "of-sport" | "distinct-from" | "included-in" | "involves" | "involved-in" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "skill": "openness" | "grossness" | "phase-of-play" | "of-sport" | "develops" | "developed-by" | "requires" | "required-by" | "improved-for" | "variation-of" | "has-variation" | "progression-of" | "has-progression" | "distinct-from" | "precedes" | "follows" | "counters" | "countered-by" | "included-in" | "involves" | "involved-in" | "prepared-by" | "explained-by" | "compared-in" | "related" | "sameAs";
  "technique": "phases" | "joint-action" | "level" | "purpose" | "spin" | "of-sport" | "uses" | "developed-by" | "requires" | "required-by" | "targets" | "assists" | "stabilises" | "pattern" | "variation-of" | "has-variation" | "progression-of" | "has-progression" | "distinct-from" | "precedes" | "follows" | "counters" | "countered-by" | "included-in" | "involved-in" | "prepared-by" | "explained-by" | "compared-in" | "related" | "sameAs";
  "tactic": "tactic-side" | "players-involved" | "trigger" | "space" | "risk" | "of-sport" | "requires" | "required-by" | "variation-of" | "has-variation" | "distinct-from" | "counters" | "countered-by" | "included-in" | "involves" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "position": "line" | "number-on-field" | "shirt-number" | "distance-covered" | "of-sport" | "uses" | "requires" | "distinct-from" | "included-in" | "involved-in" | "prepared-by" | "explained-by" | "compared-in" | "related" | "sameAs";
  "facility": "length" | "width" | "height" | "depth" | "indoor" | "broader" | "narrower" | "venue-of" | "uses" | "used-by" | "distinct-from" | "included-in" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "strategy": "strategy-horizon" | "risk" | "of-sport" | "requires" | "distinct-from" | "counters" | "countered-by" | "includes" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "role": "role-place" | "of-sport" | "uses" | "requires" | "distinct-from" | "included-in" | "involves" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "surface": "surface-kind" | "hardness" | "friction" | "bounce" | "care" | "ball-speed" | "life" | "broader" | "surface-of" | "used-by" | "requires" | "distinct-from" | "included-in" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "officiating": "officiating-kind" | "number-per-match" | "introduced" | "instrument" | "of-sport" | "uses" | "distinct-from" | "included-in" | "involves" | "involved-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "exercise": "mechanics" | "force" | "laterality" | "plane" | "level" | "met" | "contraction" | "spinal-load" | "training-place" | "uses" | "develops" | "targets" | "assists" | "stabilises" | "pattern" | "variation-of" | "has-variation" | "progression-of" | "has-progression" | "alternative-to" | "distinct-from" | "included-in" | "prepares-for" | "serves" | "suits" | "not-for" | "explained-by" | "compared-in" | "related" | "sameAs";
  "training-method": "intensity" | "load" | "heart-rate" | "effort" | "repetitions" | "sets" | "volume" | "rest" | "sessions-per-week" | "energy-system" | "evidence" | "work" | "uses" | "develops" | "variation-of" | "has-variation" | "alternative-to" | "distinct-from" | "precedes" | "follows" | "includes" | "included-in" | "prepares-for" | "serves" | "overcomes" | "suits" | "not-for" | "explained-by" | "compared-in" | "related" | "sameAs";
  "muscle-group": "region" | "origin" | "insertion" | "actions" | "nerve" | "broader" | "narrower" | "targeted-by" | "assists-in" | "stabilises-in" | "antagonist-of" | "distinct-from" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "recovery-method": "timing" | "minutes" | "evidence" | "uses" | "develops" | "alternative-to" | "distinct-from" | "included-in" | "prepares-for" | "serves" | "overcomes" | "suits" | "not-for" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "training-plan": "weeks" | "sessions-per-week" | "minutes" | "level" | "uses" | "develops" | "variation-of" | "has-variation" | "distinct-from" | "precedes" | "follows" | "includes" | "included-in" | "prepares-for" | "serves" | "suits" | "not-for" | "explained-by" | "compared-in" | "related" | "sameAs";
  "training-guide": "minutes" | "level" | "uses" | "develops" | "distinct-from" | "includes" | "included-in" | "serves" | "overcomes" | "suits" | "not-for" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "goal": "horizon" | "measure" | "expected-change" | "improves" | "distinct-from" | "included-in" | "served-by" | "faces" | "explained-by" | "compared-in" | "related" | "sameAs";
  "persona": "age" | "constraints" | "prevalence" | "distinct-from" | "included-in" | "faces" | "motivated-by" | "suited-by" | "leaves-out" | "explained-by" | "compared-in" | "related" | "sameAs";
  "lifestyle": "weekly-hours" | "constraints" | "prevalence" | "distinct-from" | "included-in" | "faces" | "motivated-by" | "suits" | "suited-by" | "explained-by" | "compared-in" | "related" | "sameAs";
  "barrier": "barrier-kind" | "prevalence" | "distinct-from" | "included-in" | "overcome-by" | "faced-by" | "leaves-out" | "explained-by" | "compared-in" | "related" | "sameAs";
  "motivation": "motivation-kind" | "prevalence" | "distinct-from" | "included-in" | "motivates" | "explained-by" | "compared-in" | "related" | "sameAs";
  "experience-level": "training-age" | "expectations" | "broader" | "narrower" | "distinct-from" | "precedes" | "follows" | "included-in" | "suited-by" | "leaves-out" | "explained-by" | "compared-in" | "related" | "sameAs";
  "comparison": "distinct-from" | "included-in" | "explained-by" | "compares" | "compared-in" | "related" | "sameAs";
  "discipline": "format" | "players-per-side" | "squad-size" | "field-length" | "field-width" | "goal-width" | "goal-height" | "net-height" | "distance" | "duration" | "periods" | "possession-time" | "three-point-distance" | "substitutions" | "weight-classes" | "duration-format" | "playing-object" | "object-mass" | "object-circumference" | "object-girth" | "object-diameter" | "scoring-unit" | "won-by" | "contact" | "environment" | "season" | "origin-place" | "origin-period" | "codified" | "governing-body" | "olympic-status" | "olympic-since" | "paralympic-status" | "paralympic-since" | "met" | "of-sport" | "has-part" | "played-on" | "played-at" | "uses" | "develops" | "requires" | "distinct-from" | "included-in" | "adapted-as" | "prepared-by" | "explained-by" | "compared-in" | "related" | "sameAs";
  "movement-pattern": "plane" | "joints" | "targets" | "pattern-of" | "distinct-from" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "coaching": "setting" | "evidence" | "develops" | "distinct-from" | "included-in" | "serves" | "overcomes" | "suits" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "healthy-lifestyle": "dose" | "evidence" | "develops" | "distinct-from" | "included-in" | "serves" | "overcomes" | "suits" | "not-for" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "sports-science": "field" | "evidence" | "broader" | "narrower" | "distinct-from" | "included-in" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "adaptive-sports": "classification" | "format" | "players-per-side" | "field-length" | "field-width" | "goal-width" | "goal-height" | "net-height" | "duration" | "periods" | "possession-time" | "three-point-distance" | "substitutions" | "weight-classes" | "playing-object" | "object-mass" | "object-circumference" | "object-diameter" | "contact" | "environment" | "governing-body" | "paralympic-status" | "paralympic-since" | "squad-size" | "scoring-unit" | "won-by" | "classes" | "has-part" | "played-on" | "played-at" | "uses" | "develops" | "distinct-from" | "included-in" | "adapts" | "serves" | "explained-by" | "compared-in" | "related" | "sameAs";
  "curriculum": "of-sport" | "distinct-from" | "includes" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "decision-making": "time-available" | "cues" | "of-sport" | "developed-by" | "requires" | "distinct-from" | "included-in" | "involves" | "explained-by" | "compared-in" | "related" | "sameAs";
  "skill-collection": "level" | "of-sport" | "distinct-from" | "follows" | "includes" | "included-in" | "suits" | "explained-by" | "compared-in" | "related" | "sameAs";
  "sports-communication": "channel" | "of-sport" | "distinct-from" | "included-in" | "involves" | "explains" | "explained-by" | "compared-in" | "related" | "sameAs";
  "session-type": "minutes" | "intensity" | "effort" | "load" | "heart-rate" | "work" | "rest" | "uses" | "develops" | "variation-of" | "has-variation" | "alternative-to" | "distinct-from" | "precedes" | "follows" | "includes" | "included-in" | "prepares-for" | "serves" | "suits" | "not-for" | "explained-by" | "compared-in" | "related" | "sameAs";
  "beginners": "cost" | "kit" | "first-month" | "youngest-age" | "of-sport" | "uses" | "develops" | "requires" | "distinct-from" | "included-in" | "serves" | "overcomes" | "suits" | "explained-by" | "compared-in" | "related" | "sameAs";
  "atlas": "distinct-from" | "includes" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
  "movement-comparison": "distinct-from" | "included-in" | "explained-by" | "compares" | "compared-in" | "related" | "sameAs";
  "recommendation": "distinct-from" | "includes" | "included-in" | "explained-by" | "compared-in" | "related" | "sameAs";
}

/** Every operation; `get` asks for one. */
export abstract class Operations {
  protected abstract get<T>(path: string, query: object): Promise<T>;

  /** List all entity types with their counts. */
  listEntityTypes(): Promise<TypeList> {
    return this.get(`/v1/entities`, {});
  }

  /** List entities of one type. */
  listEntities<T extends EntityType>(type: T, options: { page?: Value; pageSize?: Value; lang?: Value; fields?: Value; sort?: Value; facets?: Value; include?: Value; slug?: Value; scope?: Value; asOf?: Value; filters?: Partial<Record<Filters[T], Value>> } = {}): Promise<ResourceList> {
    return this.get(`/v1/entities/${encodeURIComponent(type)}`, { ...options });
  }

  /** Get one entity. */
  getEntity(type: EntityType, slug: string, options: { fields?: Value; include?: Value; scope?: Value; asOf?: Value } = {}): Promise<Resource> {
    return this.get(`/v1/entities/${encodeURIComponent(type)}/${encodeURIComponent(slug)}`, { ...options });
  }

  /** Search across the catalogue. */
  searchEntities(q: string, options: { type?: EntityType; page?: Value; pageSize?: Value; fields?: Value; include?: Value; facets?: Value } = {}): Promise<SearchResult> {
    return this.get(`/v1/search`, { q, ...options });
  }

  /** Get a head-to-head comparison. */
  getComparison(slug: string, options: { type?: EntityType; fields?: Value } = {}): Promise<Comparison> {
    return this.get(`/v1/compare/${encodeURIComponent(slug)}`, { ...options });
  }

  /** List calculators. */
  listCalculators(): Promise<CalculatorList> {
    return this.get(`/v1/calculators`, {});
  }

  /** Get a calculator specification (inputs and formula). */
  getCalculator(slug: string, options: { inputs?: Record<string, Value> } = {}): Promise<Calculator> {
    return this.get(`/v1/calculators/${encodeURIComponent(slug)}`, { ...options });
  }

  /** List interactive courses. */
  listCourses(): Promise<CourseList> {
    return this.get(`/v1/learning/courses`, {});
  }

  /** Get a course with its modules. */
  getCourse(sport: string): Promise<Course> {
    return this.get(`/v1/learning/courses/${encodeURIComponent(sport)}`, {});
  }

  /** List knowledge-atlas dimensions. */
  listAtlasDimensions(): Promise<AtlasList> {
    return this.get(`/v1/atlas`, {});
  }

  /** Get explainable recommendations for a goal. */
  getRecommendations(goal: string, options: { level?: Value; minutes?: Value; days?: Value; equipment?: Value; place?: Value; condition?: Value; persona?: Value; exclude?: Value } = {}): Promise<RecommendationList> {
    return this.get(`/v1/recommendations/${encodeURIComponent(goal)}`, { ...options });
  }
}
