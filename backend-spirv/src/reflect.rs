//! Spells the declared types of resources for reflection, as DXC does with `-fspv-reflect`.
//!
//! Input: a declared type in C++'s spelling, `RWTexture2D<vector<float, 4> >`. Output: `rwtexture2d:<float4>`.

/// Spells a declared type.
pub(crate) fn user_type(declared: &str) -> String {
    match declared.split_once('<') {
        None => declared.to_lowercase(),
        Some((name, rest)) => {
            let argument = rest.strip_suffix('>').unwrap_or(rest).trim_end();
            format!("{}:<{}>", name.to_lowercase(), argument_type(argument))
        }
    }
}

/// A number, vector or matrix as HLSL spells it; anything else by its name.
fn argument_type(argument: &str) -> String {
    let parts = |prefix: &str| argument.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    let scalar = |name: &str| if name == "unsigned int" { "uint".to_owned() } else { name.to_owned() };
    let sized = |text: &str, separator: &str| {
        let mut words = text.split(", ");
        let name = scalar(words.next().unwrap_or_default());
        format!("{name}{}", words.collect::<Vec<_>>().join(separator))
    };
    match (parts("vector<"), parts("matrix<")) {
        (Some(vector), _) => sized(vector, ""),
        (None, Some(matrix)) => sized(matrix, "x"),
        (None, None) => scalar(argument),
    }
}

#[cfg(test)]
mod tests {
    use super::user_type;

    #[test]
    fn declared_types_are_spelt_as_dxc_spells_them() {
        let spelt = [
            "RWTexture2D<vector<int, 2> >",
            "StructuredBuffer<S>",
            "AppendStructuredBuffer<matrix<float, 4, 3> >",
            "Buffer<unsigned int>",
            "ByteAddressBuffer",
        ]
        .map(user_type);
        assert_eq!(
            spelt,
            [
                "rwtexture2d:<int2>",
                "structuredbuffer:<S>",
                "appendstructuredbuffer:<float4x3>",
                "buffer:<uint>",
                "byteaddressbuffer"
            ]
        );
    }
}
