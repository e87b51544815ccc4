//! Lowers the debug information of variables: those in functions with the calls that state their locations, and global
//! ones.

use super::{Writer, none, number};
use crate::constant::constant;
use crate::function::records::{Content, Position, VariablePlace};
use crate::types;
use dxil::attributes::{AttrKind, AttributeList};
use dxil::constants::ConstId;
use dxil::debug_info::{DebugField, DebugKind};
use dxil::inst::{BlockId, CallInfo, Inst, InstId, InstKind, Value as Dv};
use dxil::metadata::MdId;
use dxil::module::{DebugLoc, FuncId};
use dxil::types::Type as DxType;
use hlslc_ir::debug::{DebugPlace, VariableData, leaves};
use hlslc_ir::entity::DebugVariable;
use hlslc_ir::{Const, ConstData, Context, Scalar, Type, TypeData};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// `DW_TAG_auto_variable`.
const LOCAL: u64 = 0x100;
/// `DW_TAG_arg_variable`.
const ARGUMENT: u64 = 0x101;
/// `DW_OP_bit_piece`.
const BIT_PIECE: u64 = 0x9d;

/// The calls that are to stand after an instruction, or at the start of a block.
type Calls = FxHashMap<Position, Vec<InstId>>;

/// The scalars of a type, in order; nothing where there is something else. Types nest as deep as the front end allows.
fn scalars(ctx: &Context, ty: Type) -> Vec<Option<Scalar>> {
    match ctx.type_data(ty) {
        TypeData::Scalar(scalar) => vec![Some(*scalar)],
        TypeData::Vector(scalar, lanes) => vec![Some(*scalar); usize::from(*lanes)],
        TypeData::Array(element, count) => scalars(ctx, *element).repeat(*count as usize),
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().flat_map(|field| scalars(ctx, field.ty)).collect(),
        TypeData::Tuple(parts) => parts.iter().flat_map(|&part| scalars(ctx, part)).collect(),
        TypeData::Void
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => {
            vec![None]
        }
    }
}

impl Writer<'_> {
    /// Puts the calls that say where variables are into a function.
    pub(super) fn variables(&mut self, id: FuncId, places: &[VariablePlace]) {
        let mut calls: Calls = FxHashMap::default();
        let mut blocks: FxHashMap<InstId, BlockId> = FxHashMap::default();
        let mut first = None;
        if let Some(body) = &self.dx.functions[id].body {
            blocks.extend(body.layout().map(|(block, inst)| (inst, block)));
            // Variables at the start of the function.
            let is_variable = |inst: &InstId| matches!(body.insts[*inst].kind, InstKind::Alloca { .. });
            let entry = body.blocks.keys().next();
            first = entry.map(|entry| (entry, body.blocks[entry].insts.iter().copied().take_while(is_variable).last()));
        }
        for place in places {
            let Some((variable, loc)) = self.located(place) else { continue };
            match place.content {
                Content::Memory(pointer) => {
                    let position = first.and_then(|first| self.after_definition(id, pointer, &blocks, first));
                    let Some((position, operand)) = position else { continue };
                    let expression = self.expression(place.variable, place.piece);
                    let args = [operand, Dv::Metadata(variable), Dv::Metadata(expression)];
                    self.call(id, "llvm.dbg.declare", &args, loc, position, &mut calls);
                }
                Content::Value(value, position) => {
                    let Some(operand) = self.as_metadata(value) else { continue };
                    self.value_call(id, operand, (place.variable, variable), place.piece, loc, position, &mut calls);
                }
                Content::Constant(value, position) => {
                    for (value, piece) in self.constant_leaves(value, place.piece) {
                        let operand = Dv::Metadata(self.dx.metadata.value(value));
                        self.value_call(id, operand, (place.variable, variable), piece, loc, position, &mut calls);
                    }
                }
                Content::Unknown(position) => {
                    let ty = self.dx.types.i32();
                    let undef = self.dx.undef(ty);
                    let operand = Dv::Metadata(self.dx.metadata.value(undef));
                    self.value_call(id, operand, (place.variable, variable), place.piece, loc, position, &mut calls);
                }
            }
        }
        self.insert(id, calls);
    }

    #[allow(clippy::too_many_arguments)]
    fn value_call(
        &mut self,
        id: FuncId,
        operand: Dv,
        (key, variable): (DebugVariable, MdId),
        piece: (u32, u32),
        loc: DebugLoc,
        position: Position,
        calls: &mut Calls,
    ) {
        let expression = self.expression(key, piece);
        let ty = self.dx.types.i64();
        let zero = Dv::Const(self.dx.zero(ty));
        let args = [operand, zero, Dv::Metadata(variable), Dv::Metadata(expression)];
        self.call(id, "llvm.dbg.value", &args, loc, position, calls);
    }

    fn call(&mut self, id: FuncId, name: &str, args: &[Dv], loc: DebugLoc, position: Position, calls: &mut Calls) {
        let metadata = self.dx.types.intern(DxType::Metadata);
        let i64 = self.dx.types.i64();
        let params: SmallVec<[_; 4]> =
            args.iter().map(|arg| if let Dv::Const(_) = arg { i64 } else { metadata }).collect();
        let void = self.dx.types.void();
        let fn_ty = self.dx.types.function(void, &params);
        let attributes = self.dx.intern_attributes(AttributeList::function(&[AttrKind::NoUnwind, AttrKind::ReadNone]));
        let function = self.dx.declare_function(name, fn_ty, Some(attributes));
        let callee = self.dx.function_address(function).into();
        let kind = InstKind::Call { callee, fn_ty, args: args.into(), info: CallInfo::default() };
        let Some(body) = &mut self.dx.functions[id].body else { return };
        let inst = body.insts.push(Inst { ty: void, kind });
        body.debug_locs.insert(inst, loc);
        calls.entry(position).or_default().push(inst);
    }

    /// Puts calls to where they belong. Nothing comes before a phi.
    fn insert(&mut self, id: FuncId, mut calls: Calls) {
        let Some(body) = &mut self.dx.functions[id].body else { return };
        let blocks: Vec<BlockId> = body.blocks.keys().collect();
        for block in blocks {
            let old = std::mem::take(&mut body.blocks[block].insts);
            let is_phi = |inst: &&InstId| matches!(body.insts[**inst].kind, InstKind::Phi { .. });
            let phis = old.iter().take_while(is_phi).count();
            let mut new = Vec::with_capacity(old.len());
            new.extend_from_slice(&old[..phis]);
            new.extend(calls.remove(&(block, None)).into_iter().flatten());
            for &phi in &old[..phis] {
                new.extend(calls.remove(&(block, Some(phi))).into_iter().flatten());
            }
            for &inst in &old[phis..] {
                new.push(inst);
                new.extend(calls.remove(&(block, Some(inst))).into_iter().flatten());
            }
            body.blocks[block].insts = new;
        }
    }

    fn as_metadata(&mut self, value: Dv) -> Option<Dv> {
        Some(match value {
            Dv::Const(id) => Dv::Metadata(self.dx.metadata.value(id)),
            Dv::Arg(index) => Dv::MetadataArg(index),
            Dv::Inst(inst) => Dv::MetadataInst(inst),
            Dv::Metadata(_) | Dv::MetadataArg(_) | Dv::MetadataInst(_) => return None,
        })
    }

    /// An address as an operand, and the point from which on it is known: after the variables at the start of a function,
    /// of which the last is given, if it is one of them.
    fn after_definition(
        &mut self,
        id: FuncId,
        pointer: Dv,
        blocks: &FxHashMap<InstId, BlockId>,
        (entry, last): Position,
    ) -> Option<(Position, Dv)> {
        let operand = self.as_metadata(pointer)?;
        let body = self.dx.functions[id].body.as_ref()?;
        let is_variable = |inst: InstId| matches!(body.insts[inst].kind, InstKind::Alloca { .. });
        let stands_alone = |inst: InstId| !is_variable(inst) || last.is_none_or(|last| inst > last);
        let at = if let Dv::Inst(inst) = pointer
            && stands_alone(inst)
        {
            (*blocks.get(&inst)?, Some(inst))
        } else {
            (entry, last)
        };
        Some((at, operand))
    }

    /// The numbers of a constant that are known, each with its bits of the variable.
    fn constant_leaves(&mut self, id: Const, piece: (u32, u32)) -> Vec<(ConstId, (u32, u32))> {
        let ctx = &self.module.ctx;
        let mut numbers = Vec::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let (ty, data) = ctx.const_data(id);
            match data {
                ConstData::Composite(parts) => work.extend(parts.iter().rev()),
                ConstData::Scalar(_) => numbers.push(constant(self.dx, ctx, id)),
                ConstData::Zero | ConstData::Undef => {
                    for scalar in scalars(ctx, ty) {
                        let known = scalar.filter(|_| *data == ConstData::Zero);
                        numbers.push(known.map(|scalar| {
                            let ty = types::scalar(self.dx, scalar);
                            self.dx.zero(ty)
                        }));
                    }
                }
            }
        }
        let places = leaves(ctx, ctx.const_data(id).0);
        let known = numbers.into_iter().zip(places).filter_map(|(number, place)| Some((number?, place)));
        known.map(|(number, (offset, bits))| (number, (piece.0 + offset, bits))).collect()
    }

    /// The variable of a place, and where it is declared.
    fn located(&mut self, place: &VariablePlace) -> Option<(MdId, DebugLoc)> {
        let data = self.module.debug.as_deref()?.variables.get(place.variable)?;
        let scope = self.scopes.place(data.scope)?;
        let at = self.scopes.place(data.span).unwrap_or(scope);
        let variable = self.variable(place.variable, data)?;
        let inlined_at = place.inlined_at.and_then(|call| self.call_site(call, scope.function));
        let scope = self.scope_node(scope);
        Some((variable, DebugLoc { line: at.line, column: at.column, scope: Some(scope), inlined_at }))
    }

    fn variable(&mut self, id: DebugVariable, data: &VariableData) -> Option<MdId> {
        if let Some(&known) = self.variables.get(&id) {
            return Some(known);
        }
        let scope = self.scopes.place(data.scope)?;
        let scope = self.scope_node(scope);
        let ty = data.ty.and_then(|ty| self.ty(ty));
        // As in DXC, what comes from outside says so.
        let name = match data.argument {
            Some(0) => self.text(&format!("global.{}", data.name)),
            _ => self.text(&data.name),
        };
        let (file, line) = self.file_and_line(data.span);
        let fields = [
            DebugField::Int(if data.argument.is_some() { ARGUMENT } else { LOCAL }),
            DebugField::Ref(Some(scope)),
            name,
            file,
            number(line),
            DebugField::Ref(ty),
            number(data.argument.unwrap_or(0)),
            number(0),
        ];
        let made = self.record(DebugKind::DILocalVariable, false, &fields);
        self.variables.insert(id, made);
        Some(made)
    }

    /// Which bits of a variable are meant; nothing is said of all of them.
    fn expression(&mut self, variable: DebugVariable, (offset, bits): (u32, u32)) -> MdId {
        let info = self.module.debug.as_deref();
        let ty = info.and_then(|info| info.variables.get(variable)?.ty);
        let variable_bits = ty.zip(info).map(|(ty, info)| info.extent(ty).0);
        let piece =
            (offset > 0 || variable_bits.is_none_or(|variable_bits| bits < variable_bits)).then_some((offset, bits));
        if let Some(&known) = self.expressions.get(&piece) {
            return known;
        }
        let fields =
            piece.map_or(Vec::new(), |(offset, bits)| vec![DebugField::Int(BIT_PIECE), number(offset), number(bits)]);
        let made = self.record(DebugKind::DIExpression, false, &fields);
        self.expressions.insert(piece, made);
        made
    }

    /// The variables outside functions.
    pub(super) fn globals(&mut self, unit: MdId) -> MdId {
        let mut records = Vec::new();
        let module = self.module;
        for global in module.debug.iter().flat_map(|info| &info.globals) {
            let variable = match global.place {
                // Its members stand for it.
                DebugPlace::Buffer => continue,
                DebugPlace::Global(id) => self.dx_globals[id],
                DebugPlace::Resource | DebugPlace::Member | DebugPlace::Nowhere => None,
            };
            let Some(ty) = self.ty(global.ty) else { continue };
            let is_variable = matches!(global.place, DebugPlace::Global(_));
            let ty = if global.is_static || is_variable { ty } else { self.const_type(ty) };
            let (file, line) = self.file_and_line(global.span);
            let variable = variable.map(|variable| {
                let address = self.dx.global_address(variable);
                self.dx.metadata.value(address)
            });
            let fields = [
                DebugField::Ref(Some(unit)),
                self.text(&global.name),
                none(),
                file,
                number(line),
                DebugField::Ref(Some(ty)),
                number(u32::from(global.is_static)),
                number(1),
                DebugField::Ref(variable),
                none(),
            ];
            records.push(self.record(DebugKind::DIGlobalVariable, false, &fields));
        }
        self.dx.metadata.tuple(&records)
    }
}
