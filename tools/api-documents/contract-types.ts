import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../root.mjs';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';
import { commentOf, namedSchemaOf, type SchemaWork, schemaOfType } from './type-schemas.ts';

/** What the contract's types and comments say of one call. */
export interface CallTypes {
  /** The comment of the call. */
  readonly comment: string;
  readonly sent: JsonSchema;
  /** Undefined for a call without a body. */
  readonly body: JsonSchema | undefined;
}

export interface ContractTypes {
  /** Every endpoint, by its name. */
  readonly calls: ReadonlyMap<string, CallTypes>;
  /** The comments of the uploads, by their names. */
  readonly uploads: ReadonlyMap<string, string>;
  /** What a preview of a restore answers. */
  readonly adjustments: JsonSchema;
  readonly backupPreview: JsonSchema;
  /** Every type with a name that a call needs. */
  readonly schemas: NamedSchemas;
}

const CONTRACT = join(ROOT, 'packages', 'contract');

/** Reads what the contract says in types and comments only: it takes a compiler, so that nothing of it is in a build. */
export function readContractTypes(): ContractTypes {
  const program = createProgramOf(CONTRACT);
  const checker = program.getTypeChecker();
  const work: SchemaWork = {
    checker,
    isOurs: (declaration) => declaration.getSourceFile().fileName.startsWith(join(CONTRACT, 'src')),
    named: new Map(),
  };
  const rowsOf = (file: string, table: string) =>
    checker.getTypeOfSymbol(exportOf(program, join(CONTRACT, 'src', file), table)).getProperties();
  const calls = rowsOf('endpoints.ts', 'ENDPOINTS').map((row) => [row.name, callOf(row, work)] as const);
  const uploads = rowsOf('uploads.ts', 'UPLOADS').map(
    (row) => [row.name, commentOf(declared(row, checker), checker)] as const,
  );
  const backupPreview = schemaOfType(typeIn(program, 'backup.ts', 'BackupPreview'), work);
  const adjustments = schemaOfType(typeIn(program, 'config-files.ts', 'RestoreAdjustments'), work);
  return {
    ...{ calls: new Map(calls), uploads: new Map(uploads), adjustments, backupPreview },
    schemas: Object.fromEntries(work.named),
  };
}

function typeIn(program: ts.Program, file: string, name: string): ts.Type {
  return program
    .getTypeChecker()
    .getDeclaredTypeOfSymbol(exportOf(program, join(CONTRACT, 'src', file), name));
}

/** What a file exports by this name. */
export function exportOf(program: ts.Program, file: string, name: string): ts.Symbol {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find((exported) => exported.name === name);
  if (symbol === undefined) throw new Error(`${file} has no ${name}.`);
  return symbol;
}

/** What a compiler knows of the package in this folder. */
export function createProgramOf(folder: string): ts.Program {
  const config = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram(fileNames, options);
}

function callOf(row: ts.Symbol, work: SchemaWork): CallTypes {
  const { checker } = work;
  const symbol = declared(row, checker);
  const types = checker.getTypeOfSymbol(row).getProperty('types');
  const told = types && checker.getNonNullableType(checker.getTypeOfSymbol(types));
  const sent = told?.getProperty('sent');
  const body = told?.getProperty('body');
  if (sent === undefined || body === undefined) throw new Error(`${row.name} is no endpoint.`);
  const [sentName, , bodyName] = typeNames(symbol);
  const bodyType = checker.getTypeOfSymbol(body);
  return {
    comment: commentOf(symbol, checker),
    sent: schemaOf(checker.getTypeOfSymbol(sent), sentName, work),
    body: bodyType.flags & ts.TypeFlags.Undefined ? undefined : schemaOf(bodyType, bodyName, work),
  };
}

/** What `{ name }` in a table stands for, in its own module. */
function declared(row: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  const [declaration] = row.declarations ?? [];
  const value = declaration && checker.getShorthandAssignmentValueSymbol(declaration);
  if (value === undefined) return row;
  return value.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(value) : value;
}

/** The type arguments of `Endpoint<...>` as they are written. */
function typeNames(symbol: ts.Symbol): readonly (ts.TypeNode | undefined)[] {
  const declaration = symbol.valueDeclaration;
  const type = declaration && ts.isVariableDeclaration(declaration) ? declaration.type : undefined;
  return type !== undefined && ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
}

/** A type that is written by its name gets it, with the comment of the type or of the schema that it comes from. */
function schemaOf(type: ts.Type, node: ts.TypeNode | undefined, work: SchemaWork): JsonSchema {
  const { checker } = work;
  if (type.symbol?.name === 'Uint8Array') return {}; // a file of any kind
  const isNamed = node !== undefined && ts.isTypeReferenceNode(node) && node.typeArguments === undefined;
  const imported = isNamed ? checker.getSymbolAtLocation(node.typeName) : undefined;
  if (imported === undefined) return schemaOfType(type, work);
  const symbol = imported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(imported) : imported;
  return namedSchemaOf(type, { name: symbol.name, description: typeComment(symbol, checker) }, work);
}

function typeComment(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const own = commentOf(symbol, checker);
  const [declaration] = symbol.declarations ?? [];
  const module = declaration && checker.getSymbolAtLocation(declaration.getSourceFile());
  if (own !== '' || module === undefined) return own;
  const names = [`${symbol.name}Schema`, `${symbol.name}Fields`];
  const schema = checker.getExportsOfModule(module).find(({ name }) => names.includes(name));
  return schema === undefined ? '' : commentOf(schema, checker);
}
