//! Prints structs: their members, and their declarations in the source.

use super::{Printer, write_string};
use crate::entity::StructId;
use crate::module::Interpolation;
use crate::types::{Declared, RowPlace, StructData};
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn struct_decl(&mut self, id: StructId, data: &StructData) {
        put!(self, "%{} = type {{", self.structs[id.as_u32() as usize]);
        for (i, field) in data.fields.iter().enumerate() {
            self.out.push_str(if i == 0 { " " } else { ", " });
            self.ty(field.ty);
            self.out.push(' ');
            let _ = write_string(&mut self.out, &field.name);
            self.matrix_order(field.matrix);
            if let Some(offset) = field.offset {
                put!(self, " offset {offset}");
            }
            if let Some(offset) = field.vk_offset {
                put!(self, " vk_offset {offset}");
            }
            if field.row_place != RowPlace::Natural {
                put!(self, " {}", field.row_place.name());
            }
            self.declared(field.declared);
            if let Some(semantic) = &field.semantic {
                self.out.push_str(" semantic ");
                let _ = write_string(&mut self.out, semantic);
            }
            if field.interpolation != Interpolation::Undefined {
                put!(self, " {}", field.interpolation.name());
            }
            for part in &field.bit_fields {
                self.out.push_str(" bits ");
                let _ = write_string(&mut self.out, &part.name);
                put!(self, " {}", part.width);
                self.declared(part.declared);
            }
            if let Some(access) = field.payload_access {
                put!(self, " access {access}");
            }
            self.decorations(&field.decorations);
        }
        self.out.push_str(" }");
        if let Some(declared) = &data.declared {
            self.out.push_str(if declared.is_class { " class " } else { " struct " });
            let _ = write_string(&mut self.out, &declared.name);
            if declared.leaves_out_resources {
                self.out.push_str(" without_resources");
            }
        }
        self.out.push('\n');
    }

    pub(super) fn declared(&mut self, declared: Declared) {
        if let Some(number) = declared.number {
            put!(self, " as {}", number.name());
        }
        if declared.one_vector {
            self.out.push_str(" vector1");
        }
        if declared.is_enum {
            self.out.push_str(" enum");
        }
    }
}
